package rivet.inspector.page;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import jakarta.servlet.AsyncContext;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorQueries;
import rivet.inspect.QueryListener;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;
import rivet.inspector.Replies;
import rivet.inspector.Shapes;
import rivet.protocol.value.JsonValues;

/**
 * The answer to a query over many actors: a JSON value a line, as it comes, at the reader's pace. The query ends when the page goes away, which an empty line
 * now and then finds out.
 */
final class QueryAnswer extends OpenAnswer implements QueryListener {

    private final Consumer<QueryAnswer> gone;
    /** Whoever holds it writes. */
    private final ReentrantLock writing = new ReentrantLock();
    // guarded by this
    private Optional<ActorInspection.Watch> query = Optional.empty();

    QueryAnswer(AsyncContext async, Consumer<QueryAnswer> gone) {
        super(async);
        this.gone = gone;
    }

    void begin(ActorQueries queries, TypeQuery wanted) {
        ActorInspection.Watch begun = queries.run(wanted, this);
        synchronized (this) {
            if (!isOver()) {
                query = Optional.of(begun);
                return;
            }
        }
        begun.close();
    }

    @Override
    public void rows(ActorInfo actor, TableRows rows, boolean truncated) {
        write(Shapes.map("actor", actor.id(), "key", actor.key(), "namespace", actor.namespace(), "rows", Pictures.rows(rows), "truncated", truncated));
    }

    @Override
    public void failed(ActorInfo actor, RivetException error) {
        write(Shapes.map("actor", actor.id(), "key", actor.key(), "namespace", actor.namespace(), "error", Replies.body(error)));
    }

    @Override
    public void ended(End end) {
        try {
            write(Shapes.map("end", Shapes.map("actors", end.actors(), "rows", end.rows(), "failed", end.failed(), "reason",
                end.reason().name().toLowerCase(Locale.ROOT))));
        } finally {
            close();
        }
    }

    private void write(Object plain) {
        writing.lock();
        try {
            send(JsonValues.write(plain) + "\n");
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e); // the page is gone, and the query ends
        } finally {
            writing.unlock();
        }
    }

    private void send(String text) throws IOException {
        OutputStream out = async().getResponse().getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Finds out whether anybody reads; not on the thread that asks for it, since the reader may be slow. */
    @Override
    void ping() {
        start(this::sendNothing);
    }

    private void sendNothing() {
        if (!writing.tryLock()) {
            return; // whoever writes finds out
        }
        try {
            send("\n");
        } catch (IOException | IllegalStateException e) {
            close();
        } finally {
            writing.unlock();
        }
    }

    @Override
    void ended() {
        Optional<ActorInspection.Watch> last;
        synchronized (this) {
            last = query;
        }
        gone.accept(this);
        last.ifPresent(ActorInspection.Watch::close);
    }
}
