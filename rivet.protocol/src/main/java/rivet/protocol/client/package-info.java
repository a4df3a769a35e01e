/**
 * Messages between clients and actors, in the three encodings of the client protocol (spec/wire.md 7, 8 and 10, R-conn-36 to R-conn-39).
 * For the gateway and the runtime, which answer clients, and for our own Java client, which is one.
 * <p>
 * A field of type {@code Object} holds a plain value ({@link rivet.value}), where {@code null} is JavaScript's null. To JavaScript a
 * field that is missing and one that is {@code undefined} are the same, and so they are here: both are
 * {@link rivet.value.Undefined#UNDEFINED}. Metadata of errors is optional instead, as in {@link rivet.error.RivetException}: an error whose
 * metadata is null or undefined has none.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.client;
