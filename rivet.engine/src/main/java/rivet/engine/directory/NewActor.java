package rivet.engine.directory;

import java.util.Optional;

/**
 * An actor that is to be created.
 *
 * @param id its id, never used before
 * @param namespace name of an existing namespace
 * @param name name of its type
 * @param key its key in the escaped form; none for an actor that only its id finds
 * @param pool name of the pool
 * @param crashPolicy what follows a crash
 * @param input CBOR; empty for none
 * @param resumes whether it is started at the next boot if it is awake when the process ends
 */
public record NewActor(String id, String namespace, String name, Optional<String> key, String pool, CrashPolicy crashPolicy,
        byte[] input, boolean resumes) {}
