/**
 * Messages between an actor and processes beside it that use its database through a Unix socket (R-sql-50 to R-sql-52): version 1, for the runtime, which serves
 * them, and for
 * whoever writes such a process.
 * <p>
 * A frame is its length in four bytes, big-endian, without these; the version in two, little-endian; and a message in BARE. The first message of a process is
 * {@link rivet.protocol.sidecar.SidecarRequest.Hello}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.sidecar;
