/**
 * How a failure is named. Everybody who compiles against Rivet may meet these types: authors of actors throw and catch
 * them, callers decide by their {@code group.code}, plug-ins raise them from {@link rivet.error.ErrorCode the catalogue}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.4.0")
package rivet.error;
