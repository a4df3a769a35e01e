/**
 * BARE, the binary format of the client, inspector and envoy protocols. For codecs: they know the structure, which is not
 * in the bytes.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.1.0")
package rivet.protocol.bare;
