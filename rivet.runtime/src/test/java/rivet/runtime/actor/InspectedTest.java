package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.ScheduleKind;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ActorWatcher;
import rivet.inspect.QueueInfo;
import rivet.inspect.TableInfo;
import rivet.runtime.wire.Routes;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.engine.StopCause;
import rivet.spi.route.ActorRoute;
import rivet.spi.route.RoutedActor;

/** What people see of one actor and do to it, and the paths at which other bundles let them. */
@Timeout(60)
class InspectedTest {

    private static final String TYPE = "counting";
    private static final String ID = "a";

    /** Answers with what the test says, and keeps what it was given. */
    private static final class Door implements ActorRoute {

        volatile RoutedActor actor;
        volatile CompletionStage<HttpReply> answer = CompletableFuture
            .completedStage(new HttpReply(200, Map.of(), HttpBody.of("hello".getBytes(StandardCharsets.UTF_8))));

        @Override
        public CompletionStage<HttpReply> request(RoutedActor asked, HttpCall call) {
            actor = asked;
            return answer;
        }

        @Override
        public SocketListener open(RoutedActor asked, SocketCall call, ClientSocket socket) {
            throw ErrorCode.INSPECTOR_INIT_ERROR.error();
        }
    }

    /** Keeps what it hears. */
    private static final class Watcher implements ActorWatcher {

        final List<ActorSnapshot> seen = new CopyOnWriteArrayList<>();
        final CompletableFuture<Void> ended = new CompletableFuture<>();

        @Override
        public void changed(ActorSnapshot now) {
            seen.add(now);
        }

        @Override
        public void ended() {
            ended.complete(null);
        }

        boolean saw(Object state) {
            return !seen.isEmpty() && state.equals(seen.getLast().state().value());
        }
    }

    @TempDir
    private Path data;
    private TestPlatform platform;
    private final Door door = new Door();
    private final Map<String, Scripted.Body<Scripted.Count>> bodies = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type(TYPE, () -> new Scripted.Counting(bodies));
        platform.routes.add("inspector", door, new Routes.Order(0, 1));
        platform.start(TYPE, ID);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private ActorInspection inspection() throws Exception {
        platform.fetch(ID, "/inspector/x");
        return door.actor.inspection();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return TestPlatform.await(stage.toCompletableFuture());
    }

    private static void fails(CompletionStage<?> stage, ErrorCode code) {
        assertThatThrownBy(() -> get(stage)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(code)).as(e.toString()).isTrue());
    }

    private static Map<String, Object> count(int count) {
        return Map.of("count", count);
    }

    @Test
    void aRouteAnswersBelowItsPathWhileItIsThere() throws Exception {
        HttpReply reply = platform.fetch(ID, "/inspector/anything?x=1");
        assertThat(TestPlatform.text(reply)).isEqualTo("hello");
        assertThat(reply.headers()).containsEntry("x-rivet-actor", List.of(ID));
        assertThat(door.actor.actorId()).isEqualTo(ID);
        assertThat(platform.fetch(ID, "/inspectors").status()).isEqualTo(404);
        assertThat(platform.fetch(ID, "/health").status()).isEqualTo(200);
        Door better = new Door();
        platform.routes.add("inspector", better, new Routes.Order(1, 2));
        platform.fetch(ID, "/inspector");
        assertThat(better.actor).isNotNull();
        platform.routes.remove(better);
        platform.routes.remove(door);
        assertThat(platform.fetch(ID, "/inspector/anything").status()).isEqualTo(404);
        assertThat(TestPlatform.text(platform.fetch(ID, "/inspector/anything"))).contains("not_found");
        assertThat(platform.dial(ID, "/inspector/connect").closed.get(10, TimeUnit.SECONDS)).isEqualTo("1011 actor.not_found");
    }

    @Test
    void whatARouteFailsWithReachesTheClientUnlessNothingHasBegun() throws Exception {
        door.answer = CompletableFuture.failedStage(new IllegalStateException("a secret"));
        HttpReply reply = platform.fetch(ID, "/inspector/x");
        assertThat(reply.status()).isEqualTo(500);
        assertThat(TestPlatform.text(reply)).contains("internal_error").doesNotContain("secret");
        door.answer = CompletableFuture.failedStage(ErrorCode.INSPECTOR_UNAUTHORIZED.error());
        assertThat(platform.fetch(ID, "/inspector/x").status()).isEqualTo(401);
        assertThat(platform.dial(ID, "/inspector/connect").closed.get(10, TimeUnit.SECONDS)).isEqualTo("1011 inspector.init_error");
        ActorInspection before = inspection();
        door.answer = before.snapshot().thenCompose(now -> {
            platform.stopLater(ID, StopCause.SLEEP_INTENT).join();
            return before.snapshot();
        }).thenApply(late -> new HttpReply(200, Map.of(), HttpBody.empty()));
        assertThatThrownBy(() -> platform.fetch(ID, "/inspector/x")).isInstanceOf(NotAdmittedException.class);
    }

    @Test
    void theTokenIsMadeOnceAndOpensThisActorOnly() throws Exception { // R-insp-1, R-insp-2
        assertThat(get(inspection().admits("A".repeat(43)))).as("before there is one").isFalse();
        String token = get(inspection().token());
        assertThat(token).hasSize(43);
        assertThat(get(inspection().token())).isEqualTo(token);
        assertThat(get(inspection().admits(token))).isTrue();
        assertThat(get(inspection().admits(token + "x"))).isFalse();
        assertThat(get(inspection().admits(""))).isFalse();
        platform.putToSleep(ID);
        platform.start(TYPE, ID);
        assertThat(get(inspection().admits(token))).as("after a start").isTrue();
    }

    @Test
    void theStateIsReplacedByATurnAndStored() throws Exception { // R-insp-44
        get(inspection().setState(count(5)));
        assertThat(platform.stored(ID)).isEqualTo(count(5));
        assertThat(platform.call(ID, "count")).isEqualTo(5);
        ActorSnapshot now = get(inspection().snapshot());
        assertThat(now.state().value()).isEqualTo(count(5));
        assertThat(now.actions()).contains("act", "count").isSorted();
        fails(inspection().setState("nonsense"), ErrorCode.ACTOR_VALIDATION_ERROR);
        assertThat(platform.call(ID, "count")).as("after one that the code cannot read").isEqualTo(5);
    }

    @Test
    void actionsAreCalledAsByAClient() throws Exception { // R-insp-12
        bodies.put("connections", actor -> actor.connections().size());
        assertThat(get(inspection().call("act", List.of("connections")))).as("with a connection of its own").isEqualTo(1);
        fails(inspection().call("missing", List.of()), ErrorCode.ACTOR_ACTION_NOT_FOUND);
    }

    @Test
    void messagesAreShownAddedAndDropped() throws Exception {
        QueueInfo.Message first = get(inspection().send("jobs", "body"));
        get(inspection().send("jobs", Map.of("n", 1L)));
        QueueInfo queue = get(inspection().queue(1));
        assertThat(queue.size()).isEqualTo(2);
        assertThat(queue.truncated()).isTrue();
        assertThat(queue.waiting()).extracting(QueueInfo.Message::id).containsExactly(first.id());
        get(inspection().clearQueue());
        assertThat(get(inspection().queue(10)).size()).isZero();
        assertThat(get(inspection().send("jobs", "x")).id()).as("ids go on").isEqualTo(first.id() + 2);
    }

    @Test
    void tablesOfTheAuthorAreSeenAndNoOthers() throws Exception { // R-insp-14
        get(inspection().execute("CREATE TABLE \"odd \"\" name\" (x REFERENCES item (id))", List.of()));
        get(inspection().execute("CREATE VIEW broken AS SELECT y FROM gone", List.of()));
        get(inspection().execute("INSERT INTO item (name) VALUES (:name)", List.of(Map.of("name", "one"))));
        List<TableInfo> tables = get(inspection().tables());
        assertThat(tables).extracting(TableInfo::name).containsExactly("broken", "item", "odd \" name");
        assertThat(tables.get(0).view()).isTrue();
        assertThat(tables.get(0).records()).isEmpty();
        assertThat(tables.get(1).records()).hasValue(1);
        assertThat(tables.get(2).foreignKeys().rows()).hasSize(1);
        assertThat(get(inspection().rows("odd \" name", 10, 0)).rows()).isEmpty();
        assertThat(get(inspection().rows("item", 10, 0)).rows().getFirst()).containsExactly(1L, "one");
        fails(inspection().rows("_rivet_actor", 10, 0), ErrorCode.INSPECTOR_SQL_FAILED);
        fails(inspection().execute("UPDATE _rivet_runtime SET inspector_token = 'mine'", List.of()), ErrorCode.INSPECTOR_SQL_FAILED);
        fails(inspection().execute("SELEC", List.of()), ErrorCode.INSPECTOR_SQL_FAILED);
    }

    @Test
    void schedulesAreShownInOrderAndCancelled() throws Exception { // R-insp-27
        bodies.put("plan", actor -> {
            actor.schedule().after(Duration.ofHours(2), "count");
            actor.cron().every("often", Duration.ofHours(1), "count");
            return "";
        });
        platform.call(ID, "act", "plan");
        var schedules = get(inspection().snapshot()).schedules();
        assertThat(schedules).extracting(one -> one.kind()).containsExactly(ScheduleKind.EVERY, ScheduleKind.AT);
        assertThat(get(inspection().runs("often", 10))).isEmpty();
        assertThat(get(inspection().cancel("often", ScheduleKind.CRON))).as("of another kind").isFalse();
        assertThat(get(inspection().cancel("often", ScheduleKind.EVERY))).isTrue();
        assertThat(get(inspection().cancel(schedules.getLast().id(), ScheduleKind.AT))).isTrue();
        assertThat(get(inspection().snapshot()).schedules()).isEmpty();
    }

    @Test
    void whoWatchesSeesTheNewestAndThatItEnds() throws Exception { // R-insp-25, R-insp-29
        Watcher watcher = new Watcher();
        ActorInspection.Watch watch = inspection().watch(watcher);
        TestPlatform.until(() -> watcher.saw(count(0)));
        for (int i = 1; i <= 50; i++) {
            get(inspection().setState(count(i)));
        }
        TestPlatform.until(() -> watcher.saw(count(50)));
        assertThat(watcher.seen).extracting(ActorSnapshot::number).isSorted().doesNotHaveDuplicates();
        int looks = watcher.seen.size();
        long turns = platform.turns(ID);
        assertThat(get(inspection().snapshot()).state().value()).isEqualTo(count(50));
        assertThat(platform.turns(ID)).as("who looks only makes nobody look again").isLessThan(turns + looks + 5);
        Watcher gone = new Watcher();
        inspection().watch(gone).close();
        platform.putToSleep(ID);
        watcher.ended.get(10, TimeUnit.SECONDS);
        assertThat(gone.ended).isNotDone();
        watch.close();
    }

    @Test
    void anActorThatIsWatchedStaysAwake() throws Exception {
        platform.type("brief", () -> new Scripted.Counting(bodies), "sleepTimeout", 200);
        platform.type("longer", () -> new Scripted.Counting(bodies), "sleepTimeout", 300);
        platform.start("brief", "b");
        platform.fetch("b", "/inspector/x");
        Watcher watcher = new Watcher();
        ActorInspection.Watch watch = door.actor.inspection().watch(watcher);
        TestPlatform.until(() -> watcher.saw(count(0)));
        platform.start("longer", "c");
        TestPlatform.until(() -> platform.intents.contains("sleep c"));
        assertThat(platform.intents).as("one that began before and sleeps sooner").doesNotContain("sleep b");
        watch.close();
        TestPlatform.until(() -> platform.intents.contains("sleep b"));
    }
}
