package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSearch;
import rivet.inspect.BulkAction;
import rivet.inspect.BulkResult;
import rivet.inspect.QueryListener;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;
import rivet.runtime.host.HostBulk;
import rivet.runtime.host.HostQueries;
import rivet.spi.engine.ActorRecord;

/** SQL over many actors, and what is done to many: the sleeping ones sleep on, and nothing is read ahead of who listens. */
@Timeout(60)
class ManyActorsTest {

    private static final String TYPE = "counting";
    private static final int ACTORS = 30;
    private static final ActorSearch ALL = new ActorSearch(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);

    /** Keeps what it hears, and waits where the test says. */
    private static final class Listener implements QueryListener {

        final List<String> rows = new CopyOnWriteArrayList<>();
        final List<String> failures = new CopyOnWriteArrayList<>();
        final CompletableFuture<End> end = new CompletableFuture<>();
        CountDownLatch gate = new CountDownLatch(0);

        @Override
        public void rows(ActorInfo actor, TableRows found, boolean truncated) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            found.rows().forEach(row -> rows.add(actor.id() + "=" + row[0] + (truncated ? "..." : "")));
        }

        @Override
        public void failed(ActorInfo actor, RivetException error) {
            failures.add(actor.id() + " " + error.code());
        }

        @Override
        public void ended(End how) {
            end.complete(how);
        }
    }

    @TempDir
    private Path data;
    private TestPlatform platform;
    private final Map<String, Scripted.Body<Scripted.Count>> bodies = new ConcurrentHashMap<>();
    private final Listener listener = new Listener();

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type(TYPE, () -> new Scripted.Counting(bodies));
        bodies.put("fill", actor -> {
            actor.sql().execute("INSERT INTO item (name) VALUES ('one'), ('two'), ('three')");
            return "";
        });
        for (int i = 0; i < ACTORS; i++) {
            String id = "a" + i;
            platform.start(TYPE, id);
            platform.call(id, "act", "fill");
            if (i % 3 != 0) {
                platform.putToSleep(id);
            }
            list(id);
        }
    }

    private void list(String id) {
        platform.listed.add(new ActorRecord(id, "default", TYPE, List.of("key", id), 1, ActorRecord.Status.SLEEPING, Instant.EPOCH, Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private QueryListener.End run(TypeQuery query) throws Exception {
        new HostQueries(platform.host()).run(query, listener);
        return TestPlatform.await(listener.end);
    }

    @Test
    void everyDatabaseIsReadAndNobodyWoken() throws Exception {
        int awake = platform.host().stuckTurns().size();
        list("neverStarted");
        QueryListener.End end = run(TypeQuery.of(ALL, "SELECT name FROM item WHERE name <> ?", List.of("two")));
        assertThat(end).isEqualTo(new QueryListener.End(ACTORS + 1, 2 * ACTORS, 0, QueryListener.Reason.COMPLETE));
        assertThat(listener.rows).hasSize(2 * ACTORS).contains("a0=one", "a1=three");
        assertThat(platform.host().stuckTurns()).hasSize(awake);
        assertThat(platform.turns("a1")).as("it sleeps on").isZero();
    }

    @Test
    void nothingIsChangedAndTablesOfThePlatformAreNotSeen() throws Exception {
        assertThat(run(TypeQuery.of(ALL, "DELETE FROM item", List.of())).failed()).isEqualTo(ACTORS);
        assertThat(listener.failures).allMatch(line -> line.endsWith("sql_failed"));
        Listener second = new Listener();
        new HostQueries(platform.host()).run(TypeQuery.of(ALL, "SELECT input FROM _rivet_actor", List.of()), second);
        assertThat(TestPlatform.await(second.end).failed()).isEqualTo(ACTORS);
        assertThat(platform.call("a0", "items")).isEqualTo(List.of("one", "two", "three"));
    }

    @Test
    void itEndsAtItsLimits() throws Exception {
        QueryListener.End end = run(new TypeQuery(ALL, "SELECT name FROM item ORDER BY id", List.of(), 2, 11, Duration.ofSeconds(2)));
        assertThat(end.reason()).isEqualTo(QueryListener.Reason.ROW_LIMIT);
        assertThat(end.rows()).isEqualTo(11);
        assertThat(listener.rows).hasSize(11).allMatch(row -> row.endsWith("..."));
    }

    @Test
    void whoIsSlowHoldsItUpAndCanCancel() throws Exception {
        listener.gate = new CountDownLatch(1);
        ActorInspection.Watch query = new HostQueries(platform.host()).run(TypeQuery.of(ALL, "SELECT name FROM item", List.of()), listener);
        platform.call("a0", "add", 1); // the actors are not held up
        query.close();
        listener.gate.countDown();
        QueryListener.End end = TestPlatform.await(listener.end);
        assertThat(end.reason()).isEqualTo(QueryListener.Reason.CANCELLED);
        assertThat(end.actors()).as("only what was being told").isLessThanOrEqualTo(1);
        query.close();
    }

    @Test
    void oneThatTakesTooLongIsStopped() throws Exception {
        String endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        platform.listed.subList(2, platform.listed.size()).clear();
        QueryListener.End end = run(new TypeQuery(ALL, endless, List.of(), 10, 10, Duration.ofMillis(100)));
        assertThat(end.failed()).isEqualTo(2);
    }

    @Test
    void manyArePutToSleepAndThoseThatCannotAreNamed() throws Exception {
        List<ActorRecord> awake = new ArrayList<>(platform.listed.stream().filter(actor -> platform.turns(actor.actorId()) > 0).toList());
        platform.listed.clear();
        platform.listed.addAll(awake);
        list("missing");
        BulkResult result = TestPlatform.await(new HostBulk(platform.host()).each(BulkAction.SLEEP, ALL).toCompletableFuture());
        assertThat(result.done()).isEqualTo(awake.size());
        assertThat(result.failures()).extracting(BulkResult.Failure::actorId).containsExactly("missing");
        assertThat(awake).allSatisfy(actor -> assertThat(platform.turns(actor.actorId())).isZero());
    }
}
