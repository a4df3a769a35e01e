package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.inspect.ActorFilter;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInfo.Status;
import rivet.value.Undefined;

class ActorCommandsTest {

    private static final String ABC = Samples.id("abc");
    private static final String XYZ = Samples.id("xyz");

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void listsActorsAwakeOrNot() throws Exception {
        platform.add(Samples.awake(ABC, "counter", "a")).add(Samples.sleeping(XYZ, "chatRoom", "lobby", "main"));
        assertThat(terminal.run("rivet:actors")).isEqualTo("""
            ID            TYPE      KEY         STATUS    GEN  CONNS  AGE
            abc000000000  counter   a           running     7      4   1d
            xyz000000000  chatRoom  lobby,main  sleeping    2      -   3m""");
    }

    @Test
    void listsWithNamespacesIfOneIsNotTheDefault() throws Exception {
        platform.add(Samples.sleeping(ABC, "prod", "counter", List.of("a")));
        assertThat(terminal.run("rivet:actors")).isEqualTo("""
            ID            NAMESPACE  TYPE     KEY  STATUS    GEN  CONNS  AGE
            abc000000000  prod       counter  a    sleeping    2      -   3m""");
    }

    @Test
    void saysWhyAnActorDidNotStart() throws Exception {
        platform.add(Samples.failed(Samples.sleeping(ABC, "counter"), "actor.start_failed: \u001b[31mboom"));
        assertThat(terminal.run("rivet:actors")).endsWith("\n    error: actor.start_failed: \\u001b[31mboom");
    }

    @Test
    void passesTheFilterOn() throws Exception {
        assertThat(terminal.run("rivet:actors -t counter -n prod --limit 7")).isEqualTo("no actors");
        assertThat(platform.filter).isEqualTo(new ActorFilter(Optional.of("counter"), Optional.of("prod"), Optional.empty(), 7));
        terminal.run("rivet:actors");
        assertThat(platform.filter).isEqualTo(new ActorFilter(Optional.empty(), Optional.empty(), Optional.empty(), 50));
    }

    @Test
    void limitsTheListAndSaysThatItDid() throws Exception {
        platform.add(Samples.sleeping(ABC, "counter", "a")).add(Samples.sleeping(XYZ, "counter", "b"));
        assertThat(terminal.run("rivet:actors -l 1")).contains("abc").doesNotContain("xyz").endsWith("\nthe newest 1; -l shows more");
        assertThat(terminal.fail("rivet:actors -l 0")).isEqualTo("validation.invalid_input: Invalid input: -l takes 1 to 1000");
        assertThat(terminal.fail("rivet:actors -l 1001")).startsWith("validation.invalid_input:");
    }

    @Test
    void showsEnoughOfTheIdsToTellThemApart() throws Exception {
        platform.add(Samples.sleeping("0123456789abcd1234567890123456", "counter", "a"));
        platform.add(Samples.sleeping("0123456789abce1234567890123456", "counter", "b"));
        assertThat(terminal.run("rivet:actors").lines().map(line -> line.split(" ")[0])).containsExactly("ID", "0123456789abcd",
            "0123456789abce");
    }

    @Test
    void showsEverythingAboutOne() throws Exception {
        platform.add(Samples.awake(ABC, "counter", "a"));
        assertThat(terminal.run("rivet:actor abc")).isEqualTo("""
            id            abc000000000000000000000000000
            type          counter
            key           a
            namespace     default
            status        running
            generation    7
            created       2026-11-29T10:00:00Z (1d ago)
            started       2026-11-30T11:58:30Z (1m ago)
            alarm         2026-11-30T12:05:00Z (in 5m)
            instance      1
            code          rivet.demo 0.1.0
            connections   4
            waiting       2
            running       1
            turns         1234
            errors        5
            busy          2.3s""");
    }

    @Test
    void createsWithAKeyAsItIsTyped() throws Exception {
        platform.types.add(Samples.type("counter"));
        assertThat(terminal.run("rivet:create counter a 007 1e5")).contains("key           a,007,1e5");
        assertThat(platform.actors.values()).extracting(ActorInfo::key).containsExactly(List.of("a", "007", "1e5"));
        assertThat(platform.input).isEqualTo(Undefined.UNDEFINED);
    }

    @Test
    void createsWithNamespaceAndInput() throws Exception {
        platform.types.add(Samples.type("counter"));
        assertThat(terminal.run("rivet:create -n prod -i '{\"start\":[1,null]}' counter")).contains("namespace     prod");
        assertThat(platform.input.toString()).isEqualTo("{start=[1, null]}");
        terminal.run("rivet:create -i [start=5] counter");
        assertThat(platform.input).isEqualTo(Map.of("start", 5));
        terminal.run("rivet:create -i 5 counter");
        assertThat(platform.input).isEqualTo(5);
        assertThat(terminal.fail("rivet:create -i {\"start\":1,\"by\":2} counter")).contains("put JSON into single quotes");
        assertThat(terminal.fail("rivet:create nothing")).isEqualTo("actor.not_registered: Actor type 'nothing' is not registered.");
    }

    @Test
    void putsManyToSleep() throws Exception {
        platform.add(Samples.awake(ABC, "counter", "a")).add(Samples.awake(XYZ, "counter", "b"));
        assertThat(terminal.run("rivet:sleep abc counter/b abc")).isEqualTo("""
            ID            TYPE     KEY  NOW
            abc000000000  counter  a    sleeping
            xyz000000000  counter  b    sleeping""");
        assertThat(platform.commands).containsExactly("sleep " + ABC, "sleep " + XYZ);
    }

    @Test
    void takesWhatAnotherCommandLists() throws Exception {
        platform.add(Samples.awake(ABC, "counter", "a")).add(Samples.awake(XYZ, "chatRoom", "b"));
        terminal.run("rivet:sleep (rivet:actors -t counter) (rivet:actor xyz)");
        terminal.run("rivet:sleep (rivet:actors)");
        assertThat(terminal.fail("rivet:sleep abc (rivet:actors)"))
            .startsWith("actor.not_found: no actor's id begins with '" + ABC + " " + XYZ + "'");
        assertThat(platform.commands).containsExactly("sleep " + ABC, "sleep " + XYZ, "sleep " + ABC, "sleep " + XYZ);
    }

    @Test
    void actsOnNoneIfOneIsUnknown() {
        platform.add(Samples.awake(ABC, "counter", "a"));
        assertThat(terminal.fail("rivet:destroy abc nothing")).startsWith("actor.not_found:");
        assertThat(terminal.fail("rivet:destroy")).startsWith("validation.invalid_input:");
        assertThat(platform.commands).isEmpty();
    }

    @Test
    void saysWhichOfManyFailed() {
        platform.add(Samples.awake(ABC, "counter", "a")).add(Samples.status(Samples.awake(XYZ, "counter", "b"), Status.STOPPING));
        assertThat(terminal.fail("rivet:destroy abc xyz"))
            .isEqualTo(XYZ + " actor.storage_failed: The actor's changes could not be stored.");
        assertThat(platform.actors).isEmpty();
    }

    @Test
    void saysWhatFailedOfOne() {
        platform.add(Samples.status(Samples.awake(XYZ, "counter", "b"), Status.STOPPING));
        assertThat(terminal.fail("rivet:destroy xyz")).isEqualTo("actor.storage_failed: The actor's changes could not be stored.");
    }

    @Test
    void waitsForManyNoLongerThanForOne() throws Exception {
        platform.add(Samples.awake(ABC, "counter", "a")).add(Samples.awake(XYZ, "counter", "b"));
        platform.doing = new CompletableFuture<>();
        CompletableFuture<String> failure = CompletableFuture.supplyAsync(() -> terminal.fail("rivet:sleep abc xyz"));
        terminal.timer.awaitSet(4); // two ids to look up, then both go to sleep at once
        terminal.timer.ring();
        String late = " shell.timeout: no answer within 30s; what was asked for may still be done";
        assertThat(failure.get(10, TimeUnit.SECONDS)).isEqualTo(ABC + late + "\n" + XYZ + late);
        assertThat(terminal.timer.pending()).isZero();
    }
}
