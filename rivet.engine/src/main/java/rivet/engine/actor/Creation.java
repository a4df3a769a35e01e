package rivet.engine.actor;

import java.util.Optional;

import rivet.engine.directory.CrashPolicy;

/**
 * A wish for an actor.
 *
 * @param namespace name of the namespace
 * @param name name of the type
 * @param key the key in its canonical escaped form; none for an actor that only its id finds
 * @param pool name of the pool
 * @param datacenter name of the region, if one is asked for
 * @param crashPolicy what follows a crash
 * @param input CBOR; empty for none
 */
public record Creation(String namespace, String name, Optional<String> key, String pool, Optional<String> datacenter,
        CrashPolicy crashPolicy, byte[] input) {

    /** Most bytes of an actor's input. */
    public static final int MAX_INPUT = 4 * 1024 * 1024;
    /** Most bytes of an escaped key. */
    public static final int MAX_KEY = 1_024;
}
