package rivet.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorQueries;
import rivet.inspect.ActorSearch;
import rivet.inspect.Inspection;
import rivet.inspect.QueryListener;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;

/** {@code rivet:sql}. */
@Component(service = QueryCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=sql" })
public final class QueryCommands {

    private final ActorQueries queries;
    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;

    @Activate
    public QueryCommands(@Reference ActorQueries queries, @Reference Inspection inspection, @Reference Replies replies) {
        this.queries = queries;
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
    }

    /** Runs a query over one actor or all of a type, as they are on disk, or a statement as one actor would. */
    @Descriptor("query the database of an actor, or those of all actors of a type, without waking them: rivet:sql counter \"select * from item\"")
    public Listing<List<Object>> sql(
            @Descriptor("at most so many rows, 1 to 1000 (100)") @Parameter(names = { "-l", "--limit" }, absentValue = "100") int limit,
            @Descriptor("run it in a turn of the one actor, waking it: it may change something")
            @Parameter(names = { "-w", "--write" }, presentValue = "true", absentValue = "false") boolean write,
            @Descriptor("a type, or " + ActorCommands.ID) String target, @Descriptor("one statement of SQL, in quotes") String sql,
            @Descriptor("values of its parameters ?") Object... parameters) {
        return replies.run(() -> {
            Limits.check(limit);
            List<Object> values = new ArrayList<>();
            Arrays.asList(parameters).forEach(value -> values.add(Arguments.one(value, "")));
            boolean type = !target.contains("/") && inspection.types().stream().anyMatch(info -> info.name().equals(target));
            if (write && type) {
                throw CommandFailed.input("-w takes one actor, not a type");
            }
            return write ? execute(ids.find(target).id(), sql, values) : query(type ? ofType(target) : ofActor(ids.find(target).id()), type, sql, values, limit);
        });
    }

    private Listing<List<Object>> execute(String id, String sql, List<Object> values) throws InterruptedException, ExecutionException {
        TableRows rows = replies.await(inspection.inspect(id).thenCompose(one -> one.execute(sql, values)));
        return RowText.list(rows.columns(), rows.rows().stream().map(QueryCommands::list).toList());
    }

    private static ActorSearch ofType(String type) {
        return new ActorSearch(Optional.of(type), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 1);
    }

    private static ActorSearch ofActor(String id) {
        return new ActorSearch(Optional.empty(), Optional.empty(), Optional.of(id), Optional.empty(), Optional.empty(), 1);
    }

    private Listing<List<Object>> query(ActorSearch which, boolean ids, String sql, List<Object> values, int limit) throws InterruptedException, ExecutionException {
        TypeQuery usual = TypeQuery.of(which, sql, values);
        Gathered gathered = new Gathered(ids);
        ActorInspection.Watch running = queries.run(new TypeQuery(which, sql, values, limit, limit, usual.limit()), gathered);
        try {
            return gathered.listing(replies.await(gathered.end));
        } finally {
            running.close();
        }
    }

    private static List<Object> list(Object[] row) {
        return Collections.unmodifiableList(Arrays.asList(row));
    }

    /** Keeps the rows until all are there. Written by one thread at a time, read when the end is complete. */
    private static final class Gathered implements QueryListener {

        private final boolean ids;
        private final List<List<Object>> rows = new ArrayList<>();
        private final CompletableFuture<End> end = new CompletableFuture<>();
        private List<String> columns = List.of();
        private RivetException failure;

        Gathered(boolean ids) {
            this.ids = ids;
        }

        @Override
        public void rows(ActorInfo actor, TableRows found, boolean truncated) {
            if (columns.isEmpty()) {
                columns = found.columns();
            }
            for (Object[] row : found.rows()) {
                List<Object> cells = new ArrayList<>(Arrays.asList(row));
                if (ids) {
                    cells.addFirst(actor.id());
                }
                rows.add(Collections.unmodifiableList(cells));
            }
        }

        @Override
        public void failed(ActorInfo actor, RivetException error) {
            failure = failure == null ? error : failure;
        }

        @Override
        public void ended(End how) {
            end.complete(how);
        }

        Listing<List<Object>> listing(End how) {
            if (rows.isEmpty() && failure != null) {
                throw new CompletionException(failure);
            }
            List<String> titles = new ArrayList<>(columns);
            if (ids && !columns.isEmpty()) {
                titles.addFirst("actor");
            }
            Listing<List<Object>> listing = RowText.list(titles, rows);
            if (how.reason() == Reason.ROW_LIMIT) {
                return listing.note("the first " + rows.size() + "; -l shows more");
            }
            return failure == null ? listing : listing.note(how.failed() + " of " + how.actors() + " actors failed: " + CommandFailed.text(failure));
        }
    }
}
