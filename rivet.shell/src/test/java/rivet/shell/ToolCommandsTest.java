package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.ScheduleKind;
import rivet.error.ErrorCode;
import rivet.inspect.ActorEvent;
import rivet.inspect.ActorInfo;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.EventWatcher;
import rivet.inspect.NewSchedule;
import rivet.inspect.QueryListener;
import rivet.inspect.QueuedMessage;
import rivet.inspect.ScheduleInfo;
import rivet.inspect.TableRows;
import rivet.value.Undefined;

/** Queue, schedules, connections, SQL and events, as somebody types and sees them. */
class ToolCommandsTest {

    private static final ActorInfo ABC = Samples.awake(Samples.id("abc"), "counter", "a");

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @BeforeEach
    void actor() {
        platform.add(ABC).add(Samples.sleeping(Samples.id("xyz"), "counter", "b"));
        platform.types.add(Samples.type("counter"));
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void listsAddsAndDropsMessages() throws Exception {
        assertThat(terminal.run("rivet:queue abc")).isEqualTo("no messages");
        platform.actor.messages.add(new QueuedMessage(1, "jobs", Samples.NOON.minusSeconds(90), 2, Map.of("n", 1)));
        platform.actor.messages.add(new QueuedMessage(12, "mail", Samples.NOON, 0, "hi\u001b"));
        assertThat(terminal.run("rivet:queue abc")).isEqualTo("""
            ID  QUEUE  AGE  TRIES  BODY
             1  jobs    1m      2  {"n":1}
            12  mail   0ms      0  "hi\\u001b\"""");
        assertThat(terminal.run("rivet:queue -l 1 abc")).endsWith("the oldest 1 of 2; -l shows more");
        assertThat(terminal.run("rivet:queue abc jobs '{\"a\":[1]}'")).isEqualTo("7");
        assertThat(platform.actor.commands).containsExactly("send jobs {\"a\":[1]}");
        assertThat(terminal.run("rivet:queue -c abc")).isEqualTo("no messages");
    }

    @Test
    void listsAndClosesConnections() throws Exception {
        platform.actor.connections.add(new ConnectionInfo("one", Map.of("user", "bob"), Undefined.UNDEFINED, List.of("news", "mail"), true, true));
        platform.actor.connections.add(new ConnectionInfo("two", null, 5, List.of(), true, false));
        assertThat(terminal.run("rivet:conns abc")).isEqualTo("""
            ID   KIND         EVENTS     PARAMS          STATE
            one  hibernating  news,mail  {"user":"bob"}  undefined
            two  socket       -          null            5""");
        assertThat(terminal.run("rivet:conns -d one abc")).doesNotContain("bob").contains("two");
        assertThat(terminal.fail("rivet:conns -d one abc")).isEqualTo("validation.invalid_input: Invalid input: the actor has no connection 'one'");
    }

    private static ScheduleInfo job(String name, ScheduleKind kind, Optional<String> expression, Optional<Duration> interval) {
        return new ScheduleInfo(name, kind, "tick", List.of(1), Samples.NOON.plusSeconds(60), Optional.of(Samples.NOON.minusSeconds(5)), expression,
            expression.map(any -> "Europe/Berlin"), interval, OptionalInt.of(10));
    }

    @Test
    void listsCancelsAndHastensSchedules() throws Exception {
        platform.actor.schedules.add(job("daily", ScheduleKind.CRON, Optional.of("0 3 * * *"), Optional.empty()));
        platform.actor.schedules.add(job("often", ScheduleKind.EVERY, Optional.empty(), Optional.of(Duration.ofMinutes(5))));
        assertThat(terminal.run("rivet:schedule abc")).isEqualTo("""
            ID     WHEN                     NEXT   LAST    ACTION  ARGUMENTS
            daily  0 3 * * * Europe/Berlin  in 1m  5s ago  tick    [1]
            often  every 5m                 in 1m  5s ago  tick    [1]""");
        terminal.run("rivet:schedule -r often abc");
        assertThat(platform.actor.commands).containsExactly("run often EVERY");
        assertThat(terminal.run("rivet:schedule -c daily abc")).doesNotContain("daily").contains("often");
        assertThat(terminal.fail("rivet:schedule -c daily abc")).endsWith("the actor has scheduled nothing called 'daily'");
    }

    @Test
    void schedulesCallsAndJobs() throws Exception {
        assertThat(terminal.run("rivet:schedule abc 5m tick 1 x")).isEqualTo("made");
        terminal.run("rivet:schedule abc 2027-01-31T12:00:00Z tick");
        terminal.run("rivet:schedule -n often abc 30s tick");
        terminal.run("rivet:schedule -n daily -z Europe/Berlin abc \"0 3 * * *\" tick");
        assertThat(platform.actor.wishes).containsExactly(new NewSchedule.At(Samples.NOON.plusSeconds(300), "tick", List.of(1, "x")),
            new NewSchedule.At(Instant.parse("2027-01-31T12:00:00Z"), "tick", List.of()),
            new NewSchedule.Every("often", Duration.ofSeconds(30), "tick", List.of(), OptionalInt.empty()),
            new NewSchedule.Cron("daily", "0 3 * * *", "Europe/Berlin", "tick", List.of(), OptionalInt.empty()));
        assertThat(terminal.fail("rivet:schedule abc soon tick")).contains("'soon' is neither a span such as 5m nor a time");
    }

    private static TableRows rows(Object... row) {
        List<Object[]> rows = new ArrayList<>();
        rows.add(row);
        return new TableRows(List.of("name", "n"), rows);
    }

    @Test
    void queriesATypeWithTheIdsOfItsActors() throws Exception {
        terminal.tools.rows.put(ABC, rows("one", 5L));
        terminal.tools.rows.put(platform.actors.get(Samples.id("xyz")), rows(null, new byte[] {1, -1}));
        assertThat(terminal.run("rivet:sql counter \"select name, n from item where n > ?\" 3")).isEqualTo("""
            actor                           name  n
            abc000000000000000000000000000  one   5
            xyz000000000000000000000000000  null  x'01ff'""");
        assertThat(terminal.tools.query.which().type()).contains("counter");
        assertThat(terminal.tools.query.parameters()).isEqualTo(Arrays.asList(3));
        terminal.tools.broken.add(ABC);
        assertThat(terminal.run("rivet:sql counter \"select 1\"")).endsWith("1 of 3 actors failed: inspector.sql_failed: no such table: item");
        terminal.tools.reason = QueryListener.Reason.ROW_LIMIT;
        assertThat(terminal.run("rivet:sql counter \"select 1\"")).endsWith("the first 2; -l shows more");
    }

    @Test
    void queriesOneActorOrHasItRunAStatement() throws Exception {
        assertThat(terminal.run("rivet:sql counter/a \"select 1\"")).isEqualTo("no rows");
        assertThat(terminal.tools.query.which().text()).contains(ABC.id());
        terminal.tools.broken.add(ABC);
        assertThat(terminal.fail("rivet:sql abc \"select 1\"")).isEqualTo("inspector.sql_failed: no such table: item");
        platform.actor.rows = rows("x", 1L);
        assertThat(terminal.run("rivet:sql -w abc \"update item set n = ?\" 4")).contains("name  n", "x     1");
        assertThat(platform.actor.commands).containsExactly("execute update item set n = ? [4]");
        assertThat(terminal.fail("rivet:sql -w counter \"delete from item\"")).endsWith("-w takes one actor, not a type");
    }

    @Test
    void writesAnActorAsAFileAndMakesOneOfIt(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.zip");
        assertThat(terminal.run("rivet:export abc " + file)).isEqualTo(file + ", " + Files.size(file) + " bytes");
        assertThat(file).hasContent("file of " + ABC.id());
        assertThat(terminal.fail("rivet:export abc " + file)).endsWith("there is a file " + file + " already");
        assertThat(terminal.run("rivet:import " + file + " x y")).contains(Samples.id("new"));
        assertThat(terminal.tools.imported).isEqualTo("file of " + ABC.id() + " as [x, y]");
        assertThat(terminal.fail("rivet:import " + folder.resolve("no"))).endsWith("there is no file " + folder.resolve("no"));
        terminal.tools.refuses = Optional.of(ErrorCode.INSPECTOR_TRANSFER_FAILED.error("reason", "no"));
        Path other = folder.resolve("b.zip");
        assertThat(terminal.fail("rivet:export abc " + other)).startsWith("inspector.transfer_failed");
        assertThat(other).doesNotExist();
    }

    private static ActorEvent event(ActorEvent.Kind kind, String name, long micros, Optional<String> error) {
        return new ActorEvent(Samples.NOON, "counter", ABC.id(), List.of("a"), kind, name, micros, 3, error);
    }

    @Test
    void printsWhatHappensUntilItIsInterrupted() throws Exception {
        CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> terminal.fail("rivet:tail -t counter -e abc"));
        EventWatcher watcher = terminal.tools.watcher.get(10, TimeUnit.SECONDS);
        assertThat(terminal.tools.filter.actorId()).contains(ABC.id());
        assertThat(terminal.tools.filter.failuresOnly()).isTrue();
        watcher.happened(List.of(event(ActorEvent.Kind.ACTION, "increment", 120, Optional.empty())), 0);
        watcher.happened(List.of(event(ActorEvent.Kind.BROADCAST, "news", 0, Optional.empty()), event(ActorEvent.Kind.TURN, "action add", 2_500, Optional.of("user.no: no"))), 4);
        terminal.awaitPrinted("user.no");
        terminal.session.foregroundJob().interrupt();
        printed.get(10, TimeUnit.SECONDS); // Gogo says of every job that it was interrupted
        assertThat(terminal.printed()).isEqualTo("""
            TIME          ID            TYPE                WHAT       NAME                               TOOK
            12:00:00.000  abc000000000  counter             action     increment                         120us
            ... 4 left out: they came faster than they were printed
            12:00:00.000  abc000000000  counter             broadcast  news to 3                             -
            12:00:00.000  abc000000000  counter             turn       action add                          2ms
                user.no: no
            """);
        assertThat(terminal.tools.closed).isDone();
    }
}
