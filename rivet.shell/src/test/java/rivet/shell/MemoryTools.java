package rivet.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import rivet.error.ErrorCode;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorQueries;
import rivet.inspect.EventFilter;
import rivet.inspect.EventWatcher;
import rivet.inspect.QueryListener;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;

/** Queries and events in memory: a query gives what the test put in for each actor, at once. */
final class MemoryTools implements ActorQueries, ActorEvents {

    final Map<ActorInfo, TableRows> rows = new LinkedHashMap<>();
    final List<ActorInfo> broken = new ArrayList<>();
    final CompletableFuture<EventWatcher> watcher = new CompletableFuture<>();
    final CompletableFuture<Void> closed = new CompletableFuture<>();
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
    public ActorInspection.Watch watch(EventFilter wanted, EventWatcher heard) {
        filter = wanted;
        watcher.complete(heard);
        return () -> closed.complete(null);
    }
}
