/**
 * Messages between a Rivet Engine and a process that hosts actors, an "envoy" (spec/envoy.md 3), in versions 8 and 6 of the protocol. For an engine
 * provider that attaches to a cluster. Names are the protocol's own.
 * <p>
 * Integers that are unsigned on the wire are the same bits here: {@code u32} in a {@code long}, {@code u64} in a {@code long} that is negative from 2^63 on.
 * Arrays belong to their message; they are neither copied nor compared by content.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.envoy;
