package rivet.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorQueries;
import rivet.inspect.ActorTransfers;
import rivet.inspect.EventFilter;
import rivet.inspect.EventWatcher;
import rivet.inspect.QueryListener;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;

/** Queries and events in memory: a query gives what the test put in for each actor, at once. */
final class MemoryTools implements ActorQueries, ActorEvents, ActorTransfers {

    final Map<ActorInfo, TableRows> rows = new LinkedHashMap<>();
    final List<ActorInfo> broken = new ArrayList<>();
    final CompletableFuture<EventWatcher> watcher = new CompletableFuture<>();
    final CompletableFuture<Void> closed = new CompletableFuture<>();
    Optional<RivetException> refuses = Optional.empty();
    String imported;
    TypeQuery query;
    EventFilter filter;
    QueryListener.Reason reason = QueryListener.Reason.COMPLETE;

    @Override
    public ActorInspection.Watch run(TypeQuery wanted, QueryListener listener) {
        query = wanted;
        rows.forEach((actor, found) -> listener.rows(actor, found, false));
        broken.forEach(actor -> listener.failed(actor, ErrorCode.INSPECTOR_SQL_FAILED.error("message", "no such table: item")));
        listener.ended(new QueryListener.End(rows.size() + broken.size(), rows.size(), broken.size(), reason));
        return () -> {};
    }

    @Override
    public CompletionStage<Void> exportTo(String actorId, OutputStream file) {
        if (refuses.isPresent()) {
            return CompletableFuture.failedStage(refuses.get());
        }
        try {
            file.write(("file of " + actorId).getBytes(StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<ActorInfo> importFrom(InputStream file, Target wanted) {
        try {
            imported = new String(file.readAllBytes(), StandardCharsets.UTF_8) + " as " + wanted.key().orElse(List.of());
            return CompletableFuture.completedStage(Samples.sleeping(Samples.id("new"), "counter", "a"));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public ActorInspection.Watch watch(EventFilter wanted, EventWatcher heard) {
        filter = wanted;
        watcher.complete(heard);
        return () -> closed.complete(null);
    }
}
