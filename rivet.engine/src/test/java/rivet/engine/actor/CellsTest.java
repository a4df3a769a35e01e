package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.testing.Await;
import rivet.engine.testing.Calls;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.World;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.Hosting.TypeStatus;

class CellsTest {

    @TempDir
    Path folder;
    private World world;

    private World world(int resident) {
        Limits limits = Limits.DEFAULT;
        world = new World(folder, new Limits(limits.ready(), limits.open(), limits.waiting(), resident, limits.firstPause(),
            limits.lastPause(), limits.stable(), limits.remembered(), limits.rememberedCount(), limits.wakesPerSecond()),
            new Cluster("here", Set.of("blue"), false, false));
        return world;
    }

    @AfterEach
    void close() {
        assertThat(world.host().faults()).isEmpty();
        world.close();
    }

    @Test
    void sleepingActorsAreForgottenAndFoundAgain() throws Exception {
        world(3);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(world.sleeping("k" + i));
        }
        Await.until("few are resident", () -> world.engine().resident() <= 3);
        for (int i = 0; i < 20; i++) {
            assertThat(world.byKey("k" + i).orElseThrow().row().id()).isEqualTo(ids.get(i));
            Await.get(world.actors().request(ids.get(i), Calls.get("/")));
            assertThat(world.host().nextStart().start().generation()).isEqualTo(2);
        }
        assertThat(world.engine().resident()).isGreaterThanOrEqualTo(20);
        assertThat(Await.get(world.actors().create(World.wish("thing", "k5", CrashPolicy.SLEEP), true)).created()).isFalse();
    }

    @Test
    void anActorThatSetItsAlarmAsItFellAsleepIsNotForgottenWithIt() throws Exception {
        world(0);
        String id = world.running("a");
        world.host().gateStops(true);
        world.host().engine().intendSleep(id, 1);
        var stop = world.host().nextStop();
        var gate = world.storage().hold();
        CompletionStage<Void> set = world.host().engine().setAlarm(id, 1, Optional.of(world.time.instant().plusSeconds(5)));
        stop.done().complete(null);
        assertThat(world.engine().resident()).isEqualTo(1);
        gate.countDown();
        Await.get(set);
        Await.until("it is forgotten", () -> world.engine().resident() == 0);
        world.time.pass(java.time.Duration.ofSeconds(5));
        assertThat(world.host().nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void inTheThickOfItThereIsOneGenerationAtATime() throws Exception {
        world(1);
        FakeHost host = world.host();
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                Random random = new Random(thread);
                all.add(CompletableFuture.runAsync(() -> {
                    for (int i = 0; i < 300; i++) {
                        String key = "k" + random.nextInt(4);
                        String id = world.create(key);
                        int what = random.nextInt(10);
                        if (what == 0) {
                            Await.get(world.actors().destroyed(id));
                        } else if (what < 4) {
                            Await.get(world.actors().sleep(id, what == 1));
                        } else {
                            try {
                                Await.get(world.actors().request(id, Calls.get("/")));
                            } catch (RivetException e) {
                                assertThat(e.code()).isIn("destroyed_while_waiting_for_ready", "not_found");
                            }
                        }
                    }
                }, threads));
            }
            all.forEach(Await::get);
        } finally {
            threads.shutdown();
        }
        assertThat(host.faults()).isEmpty();
    }

    @Test
    void ofManyWhoWantAKeyAllGetOneActorThatIsStartedOnce() throws Exception {
        world(100);
        List<CompletionStage<Actors.Found>> all = IntStream.range(0, 64).parallel()
            .mapToObj(i -> world.actors().create(World.wish("thing", "race", CrashPolicy.SLEEP), true)).toList();
        assertThat(all.stream().map(found -> Await.get(found).actor().row().id()).distinct()).hasSize(1);
        assertThat(all.stream().filter(found -> Await.get(found).created())).hasSize(1);
        world.host().nextStart();
        assertThat(world.host().unseenStarts()).isZero();
    }

    @Test
    void whatCannotBeCreatedIsSaidInOrder() {
        world(10);
        fails(new Creation("nowhere", "thing", Optional.of("a"), "nopool", Optional.of("mars"), CrashPolicy.SLEEP, new byte[0]),
            ErrorCode.NAMESPACE_NOT_FOUND);
        fails(new Creation("default", "thing", Optional.of("a"), "nopool", Optional.of("mars"), CrashPolicy.SLEEP, new byte[0]),
            ErrorCode.DATACENTER_NOT_FOUND);
        fails(new Creation("default", "thing", Optional.of("a"), "nopool", Optional.of("here"), CrashPolicy.SLEEP, new byte[0]),
            ErrorCode.ACTOR_NO_RUNNER_CONFIG_CONFIGURED);
        world.host().otherTypes(TypeStatus.UNKNOWN);
        fails(new Creation("default", "thing", Optional.of("a"), "blue", Optional.of("here"), CrashPolicy.SLEEP, new byte[0]),
            ErrorCode.ACTOR_NOT_REGISTERED);
        world.host().otherTypes(TypeStatus.ABSENT);
        assertThat(Await.get(world.actors().create(
            new Creation("default", "thing", Optional.of("a"), "blue", Optional.of("here"), CrashPolicy.SLEEP, new byte[0]), true)).created())
                .isTrue();
        // a type that has actors is known, even if this process never saw its factory
        world.host().otherTypes(TypeStatus.UNKNOWN);
        assertThat(world.create("b")).hasSize(ActorIds.LENGTH);
    }

    private void fails(Creation wish, ErrorCode code) {
        assertThatThrownBy(() -> Await.get(world.actors().create(wish, true))).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(code)).as(e.toString()).isTrue());
    }

    @Test
    void theRuntimeFindsListsAndCreatesInTheWordsOfTheSeam() {
        world(10);
        var engine = world.host().engine();
        assertThat(engine.region()).isEqualTo("here");
        ActorRecord first = Await.get(engine.create("default", "thing", List.of("a/b", ""), new byte[] {1}, false));
        assertThat(first.key()).containsExactly("a/b", "");
        assertThat(Await.get(engine.find("default", "thing", List.of("a/b", "")))).map(ActorRecord::actorId).contains(first.actorId());
        assertThat(Await.get(engine.find("default", "thing", List.of("a", "b", "")))).isEmpty();
        assertThat(Await.get(engine.create("default", "thing", List.of("a/b", ""), new byte[0], true)).actorId()).isEqualTo(first.actorId());
        ActorRecord second = Await.get(engine.create("default", "thing", List.of(), new byte[0], true));
        assertThat(second.key()).isEmpty();
        var page = Await.get(engine.list(ActorQuery.newest(1)));
        assertThat(page.actors()).extracting(ActorRecord::actorId).containsExactly(second.actorId());
        var next = Await.get(engine.list(new ActorQuery(Optional.empty(), Optional.empty(), Optional.empty(), false, page.next(), 5)));
        assertThat(next.actors()).extracting(ActorRecord::actorId).containsExactly(first.actorId());
        assertThat(next.next()).isEmpty();
        assertThat(Await.get(engine.request(first.actorId(), Calls.get("/y"))).status()).isEqualTo(200);
        Await.get(engine.sleep(first.actorId()));
        assertThat(Await.get(engine.find(first.actorId())).orElseThrow().status()).isEqualTo(ActorRecord.Status.SLEEPING);
        Await.get(engine.destroy(first.actorId()));
        assertThat(Await.get(engine.find(first.actorId())).orElseThrow().status()).isEqualTo(ActorRecord.Status.DESTROYED);
        assertThat(Await.get(engine.find("default", "thing", List.of("a/b", "")))).isEmpty();
    }

    @Test
    void namespacesAreMadeAsTheyAreNamedIfSoConfigured() {
        world = new World(folder, Limits.DEFAULT, new Cluster("default", Set.of(), true, true));
        Creation wish = new Creation("fresh-1", "thing", Optional.of("a"), "any", Optional.empty(), CrashPolicy.SLEEP, new byte[0]);
        String id = Await.get(world.actors().create(wish, true)).actor().row().id();
        assertThat(world.create("a")).isNotEqualTo(id);
        world.crash();
        assertThat(Await.get(world.actors().namespaces().find("fresh-1"))).isPresent();
        fails(new Creation("not a name", "thing", Optional.of("a"), "any", Optional.empty(), CrashPolicy.SLEEP, new byte[0]),
            ErrorCode.NAMESPACE_NOT_FOUND);
    }

    @Test
    void idsAreThirtyDigitsAndLetters() {
        world(1);
        ActorIds ids = new ActorIds(new Random(3));
        Set<String> many = new java.util.HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(ids.get());
        }
        assertThat(many).hasSize(1_000).allMatch(ActorIds::isId).allMatch(id -> id.matches("[0-9a-z]{30}"));
        assertThat(ActorIds.isId("")).isFalse();
        assertThat(ActorIds.isId("A".repeat(30))).isFalse();
        assertThat(ActorIds.isId("é".repeat(30))).isFalse();
    }
}
