/**
 * Messages between an inspector's page and an actor (spec/inspector.md 4), in versions 3 to 6 of the protocol, and the workflow history that goes in them.
 * For the bundle that serves the inspector and for its tests.
 * <p>
 * Fields that are named as CBOR hold encoded values, see {@link rivet.protocol.value.CborValues}: the inspector's server has them in that form, and its
 * client shows them. Integers are unsigned; one of 2^63 or more is negative here. Arrays belong to their message; they are neither copied nor compared
 * by content.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.inspector;
