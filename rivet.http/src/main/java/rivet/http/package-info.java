/**
 * The ports: a Jetty each, set up from a configuration of few words. Public: clients and the public API. Admin: what only those who run the platform
 * may see, behind a token.
 * <p>
 * An HTTP runtime has the property {@code rivet.endpoint}, {@code public} or {@code admin}; whoever contributes a servlet names it as its
 * {@code osgi.http.whiteboard.target}.
 */
package rivet.http;
