/**
 * Plain values ({@link rivet.value}) as bytes and text that JavaScript clients understand (spec/wire.md 9). For whoever
 * carries values of actors: runtime, gateway, client, inspector.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.value;
