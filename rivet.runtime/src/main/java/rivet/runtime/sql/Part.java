package rivet.runtime.sql;

import java.util.ArrayList;
import java.util.List;

import rivet.error.RivetException;
import rivet.runtime.store.Output;
import rivet.spi.storage.Statement;

/**
 * A part of what a turn gathered.
 *
 * @param outputs what is to leave the actor
 * @param rows what is to be written by the platform
 */
public record Part(List<Output> outputs, List<Statement> rows) {

    /** Nothing. */
    public static final Part NONE = new Part(List.of(), List.of());

    /** Returns this and what came after it. */
    public Part then(Part later) {
        return new Part(concat(outputs, later.outputs), concat(rows, later.rows));
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        List<T> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Tells the outputs that they must not leave. */
    public void fail(RivetException error) {
        outputs.forEach(output -> output.fail(error));
    }
}
