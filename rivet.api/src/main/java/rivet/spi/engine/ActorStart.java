package rivet.spi.engine;

import java.util.Arrays;
import java.util.List;

/**
 * The command to start an actor.
 *
 * @param actorId its id
 * @param generation this start's number, greater than any before
 * @param namespace name of its namespace
 * @param name name of its type
 * @param key its key; empty for none
 * @param input CBOR of what its creator gave; empty for none. The same at every start
 */
public record ActorStart(String actorId, int generation, String namespace, String name, List<String> key, byte[] input) {

    public ActorStart {
        key = List.copyOf(key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ActorStart that && actorId.equals(that.actorId) && generation == that.generation
            && namespace.equals(that.namespace) && name.equals(that.name) && key.equals(that.key)
            && Arrays.equals(input, that.input);
    }

    @Override
    public int hashCode() {
        return 31 * actorId.hashCode() + generation;
    }

    @Override
    public String toString() {
        return name + " " + actorId + "#" + generation + " " + key;
    }
}
