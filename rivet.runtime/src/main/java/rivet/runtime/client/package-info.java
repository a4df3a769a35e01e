/**
 * How actors are called, whoever calls them: the client's side of the protocol, with resending and reconnecting, over a {@link rivet.runtime.client.Transport} and
 * on behalf of a {@link rivet.runtime.client.Caller}. The runtime calls the actors of its own engine by it; the bundle {@code rivet.client}, which contains a copy
 * of this package, those of another process.
 */
package rivet.runtime.client;
