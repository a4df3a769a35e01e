/** Keys of actors as text. For gateway, directory, runtime and clients, which must agree on what a key is. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.key;
