package rivet.protocol.envoy;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareWriter;

/**
 * Where in the sequence of commands or events of a generation something stands.
 *
 * @param generation u32
 * @param index rises by one from 1 for commands of the engine, from 0 for events of the envoy
 */
public record Checkpoint(String actorId, long generation, long index) {

    static Checkpoint read(BareReader in) {
        return new Checkpoint(in.str(), in.u32(), in.i64());
    }

    static void write(BareWriter out, Checkpoint checkpoint) {
        out.str(checkpoint.actorId()).u32(checkpoint.generation()).i64(checkpoint.index());
    }
}
