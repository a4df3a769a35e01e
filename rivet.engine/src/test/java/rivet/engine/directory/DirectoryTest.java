package rivet.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.actor.ActorIds;
import rivet.engine.directory.ActorTable.Created;
import rivet.engine.testing.Await;
import rivet.engine.testing.FileStorage;
import rivet.engine.testing.TestTime;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorTally;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Template;

class DirectoryTest {

    @TempDir
    Path folder;
    private final TestTime time = new TestTime();
    private final ActorIds ids = new ActorIds(new java.util.Random(1));
    private FileStorage storage;
    private Directory directory;

    @BeforeEach
    void open() {
        storage = new FileStorage(folder);
        directory = get(Directory.open(storage, Runnable::run, time, ids));
    }

    @AfterEach
    void close() {
        storage.close();
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private <T> T written(CompletionStage<T> stage) {
        directory.flush();
        return get(stage);
    }

    private NewActor actor(String name, String key) {
        return new NewActor(ids.get(), "default", name, Optional.ofNullable(key), "default", CrashPolicy.SLEEP, new byte[] {1, 2}, false);
    }

    private Created create(String name, String key) {
        return get(directory.actors().create(actor(name, key)));
    }

    private void reopen() {
        get(directory.close());
        storage.close();
        open();
    }

    @Test
    void theDefaultNamespaceExistsAndKeepsItsId() {
        Namespace first = get(directory.namespaces().find("default")).orElseThrow();
        assertThat(first.displayName()).isEqualTo("Default");
        reopen();
        assertThat(get(directory.namespaces().find("default"))).contains(first);
        assertThat(get(directory.namespaces().find("other"))).isEmpty();
    }

    @Test
    void goesOnWithANewHandleWhenTheOldOneIsOfNoMoreUse() {
        create("counter", "before");
        storage.wearOutHandles();
        assertThatThrownBy(() -> create("counter", "lost")).hasCauseInstanceOf(RivetException.class).hasMessageContaining("guard.service_unavailable");
        // the next one has the database opened again, in vain for itself
        assertThatThrownBy(() -> create("counter", "early")).hasCauseInstanceOf(RivetException.class);
        Await.until("the directory is open again", () -> {
            try {
                return create("counter", "after").created();
            } catch (CompletionException e) {
                return false;
            }
        });
        assertThat(create("counter", "before").created()).isFalse();
        assertThat(create("counter", "lost").created()).isTrue();
    }

    @Test
    void climbsOneRungAtATimeAndNeverTwice() {
        var database = get(storage.open(new rivet.spi.storage.DatabaseId.Platform("other"), Template.EMPTY));
        Ladder one = new Ladder(List.of(List.of(Statement.of("CREATE TABLE a (x)"))));
        Ladder two = new Ladder(List.of(List.of(Statement.of("CREATE TABLE a (x)")), List.of(Statement.of("ALTER TABLE a ADD COLUMN y"))));
        get(one.climb(database, 1));
        get(one.climb(database, 2));
        get(two.climb(database, 3));
        assertThat(get(database.execute(Statement.of("SELECT x, y FROM a"))).columns()).containsExactly("x", "y");
        assertThat(get(database.execute(Statement.of("SELECT number, climbed_ts FROM schema_rung"))).rows())
            .containsExactly(new Object[] {1L, 1L}, new Object[] {2L, 3L});
        assertThatThrownBy(() -> get(one.climb(database, 4))).hasCauseInstanceOf(IllegalStateException.class)
            .hasMessageContaining("newer version");
    }

    @Test
    void aRungThatFailsIsNotClimbedHalf() {
        var database = get(storage.open(new rivet.spi.storage.DatabaseId.Platform("other"), Template.EMPTY));
        Ladder broken = new Ladder(List.of(List.of(Statement.of("CREATE TABLE a (x)"), Statement.of("CREATE TABEL b (x)"))));
        assertThatThrownBy(() -> get(broken.climb(database, 1))).isNotNull();
        assertThat(get(database.execute(Statement.of("SELECT COUNT(*) FROM sqlite_master WHERE name = 'a'"))).rows().getFirst()[0])
            .isEqualTo(0L);
    }

    @Test
    void aKeyIsUniqueAmongLivingActorsOfATypeInANamespace() { // R-obj-5
        Created first = create("counter", "a");
        Created again = create("counter", "a");
        assertThat(first.created()).isTrue();
        assertThat(again.created()).isFalse();
        assertThat(again.row()).isEqualTo(first.row());
        assertThat(create("other", "a").created()).isTrue();
        assertThat(create("counter", "b").created()).isTrue();
        assertThat(create("counter", null).created()).isTrue();
        assertThat(create("counter", null).created()).isTrue();
    }

    @Test
    void ofManyWhoCreateAKeyOneDoes() {
        List<CompletionStage<Created>> all = IntStream.range(0, 50).parallel()
            .mapToObj(i -> directory.actors().create(actor("counter", "race"))).toList();
        assertThat(all.stream().filter(each -> get(each).created())).hasSize(1);
        assertThat(all.stream().map(each -> get(each).row().id()).distinct()).hasSize(1);
    }

    @Test
    void isCreatedAsGenerationOne() {
        ActorRow row = create("counter", "a").row();
        assertThat(row.generation()).isEqualTo(1);
        assertThat(row.createTs()).isEqualTo(time.millis());
        assertThat(row.startTs()).isEqualTo(time.millis());
        assertThat(directory.actors().knows("counter")).isTrue();
        reopen();
        assertThat(directory.actors().knows("counter")).isTrue();
        assertThat(directory.actors().knows("nobody")).isFalse();
        assertThat(get(directory.actors().find(row.id()))).contains(row);
        assertThat(get(directory.actors().find("default", "counter", "a"))).contains(row);
    }

    @Test
    void aGenerationIsRaisedOnceAndHandsOutTheInput() { // R-life-30
        String id = create("counter", "a").row().id();
        var raised = written(directory.actors().raise(id, 2, 5));
        assertThat(raised.raised()).isTrue();
        assertThat(raised.input()).containsExactly(1, 2);
        assertThat(raised.row().orElseThrow().generation()).isEqualTo(2);
        assertThat(raised.row().orElseThrow().startTs()).isEqualTo(5);
        assertThat(written(directory.actors().raise(id, 2, 6)).raised()).isFalse();
        assertThat(written(directory.actors().raise(id, 1, 6)).raised()).isFalse();
        assertThat(written(directory.actors().raise("nobody", 1, 6)).row()).isEmpty();
        reopen();
        assertThat(get(directory.actors().find(id)).orElseThrow().generation()).isEqualTo(2);
    }

    @Test
    void aCondemnedActorIsNeverStartedAgainAndKeepsItsKeyUntilItIsGone() {
        String id = create("counter", "a").row().id();
        written(directory.actors().alarm(id, 99));
        written(directory.actors().condemn(id, 7));
        written(directory.actors().condemn(id, 8));
        assertThat(written(directory.actors().raise(id, 2, 9)).raised()).isFalse();
        written(directory.actors().alarm(id, 99));
        ActorRow condemned = get(directory.actors().find(id)).orElseThrow();
        assertThat(condemned.destroyTs()).isEqualTo(7);
        assertThat(condemned.alarmTs()).isZero();
        assertThat(create("counter", "a").created()).isFalse();
        assertThat(get(directory.actors().condemned(10))).extracting(ActorRow::id).containsExactly(id);
        written(directory.actors().gone(id, 10));
        assertThat(get(directory.actors().condemned(10))).isEmpty();
        assertThat(get(directory.actors().find("default", "counter", "a"))).isEmpty();
        assertThat(create("counter", "a").created()).isTrue();
        assertThat(get(directory.actors().find(id)).orElseThrow().goneTs()).isEqualTo(10);
    }

    @Test
    void anActorThatNobodyCondemnedIsNotGone() {
        String id = create("counter", "a").row().id();
        written(directory.actors().gone(id, 10));
        assertThat(get(directory.actors().find(id)).orElseThrow().goneTs()).isZero();
    }

    @Test
    void theEndOfAnOlderGenerationIsNotNoted() {
        String id = create("counter", "a").row().id();
        written(directory.actors().raise(id, 2, 5));
        written(directory.actors().slept(id, 1, 6, Optional.of("old")));
        assertThat(get(directory.actors().find(id)).orElseThrow().sleepTs()).isZero();
        written(directory.actors().slept(id, 2, 7, Optional.of("boom")));
        ActorRow row = get(directory.actors().find(id)).orElseThrow();
        assertThat(row.sleepTs()).isEqualTo(7);
        assertThat(row.error()).contains("boom");
        assertThat(written(directory.actors().raise(id, 3, 8)).row().orElseThrow().error()).isEmpty();
    }

    @Test
    void alarmsComeInTheirOrderPageByPage() {
        List<String> created = IntStream.range(0, 7).mapToObj(i -> create("timer", "k" + i).row().id()).toList();
        long[] at = {300, 100, 200, 100, 100, 900, 0};
        for (int i = 0; i < at.length; i++) {
            written(directory.actors().alarm(created.get(i), at[i]));
        }
        var first = get(directory.actors().alarms(0, 0, 500, 2));
        assertThat(first).extracting(ActorRow::id).containsExactly(created.get(1), created.get(3));
        var second = get(directory.actors().alarms(first.getLast().alarmTs(), first.getLast().nr(), 500, 10));
        assertThat(second).extracting(ActorRow::id).containsExactly(created.get(4), created.get(2), created.get(0));
    }

    @Test
    void destroyedActorsAreForgottenByAgeAndNumber() {
        for (int i = 0; i < 5; i++) {
            String id = create("mortal", "k" + i).row().id();
            written(directory.actors().condemn(id, 100 + i));
            written(directory.actors().gone(id, 100 + i));
        }
        String condemned = create("mortal", "x").row().id();
        written(directory.actors().condemn(condemned, 1));
        create("mortal", "living");
        get(directory.actors().prune(102, 2));
        assertThat(get(directory.actors().list(listing(true, 10)))).extracting(ActorRow::key).extracting(Optional::get)
            .containsExactly("living", "x", "k4", "k3");
    }

    private static Listing listing(boolean destroyed, int limit) {
        return new Listing(Optional.of("default"), Optional.empty(), Optional.empty(), Optional.empty(), destroyed, Optional.empty(), limit);
    }

    @Test
    void listsTheNewestFirstPageByPage() {
        List<String> created = IntStream.range(0, 5).mapToObj(i -> create("counter", "k" + i).row().id()).toList();
        create("other", "z");
        Listing page = new Listing(Optional.of("default"), Optional.of("counter"), Optional.empty(), Optional.empty(), false, Optional.empty(), 3);
        List<ActorRow> first = get(directory.actors().list(page));
        assertThat(first).extracting(ActorRow::id).containsExactly(created.get(4), created.get(3), created.get(2));
        String cursor = Listing.Cursor.after(first.getLast()).toString();
        Listing rest = new Listing(page.namespace(), page.name(), page.key(), page.idPrefix(), false, Listing.Cursor.parse(cursor), 3);
        assertThat(get(directory.actors().list(rest))).extracting(ActorRow::id).containsExactly(created.get(1), created.get(0));
        Listing byTime = new Listing(page.namespace(), page.name(), page.key(), page.idPrefix(), false,
            Listing.Cursor.parse(String.valueOf(time.millis())), 3);
        assertThat(get(directory.actors().list(byTime))).isEmpty();
        Listing byPrefix = new Listing(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(created.get(2).substring(0, 12)),
            false, Optional.empty(), 3);
        assertThat(get(directory.actors().list(byPrefix))).extracting(ActorRow::id).containsExactly(created.get(2));
        assertThat(Listing.Cursor.parse("x")).isEmpty();
        assertThat(Listing.Cursor.parse("1.x")).isEmpty();
    }

    @Test
    void findsByPartOfAKeyAndByCondition() {
        List<String> created = IntStream.range(0, 4).mapToObj(i -> create("counter", "shop/cart-" + i).row().id()).toList();
        create("other", "z");
        written(directory.actors().slept(created.get(1), 1, 100, Optional.empty()));
        written(directory.actors().slept(created.get(2), 1, 100, Optional.of("it broke")));
        written(directory.actors().condemn(created.get(3), 100));
        assertThat(found("cart", Optional.empty())).containsExactly(created.get(2), created.get(1), created.get(0));
        assertThat(found(created.get(1).substring(0, 12), Optional.empty())).containsExactly(created.get(1));
        assertThat(found("cart", Optional.of(ActorQuery.Condition.AWAKE))).containsExactly(created.get(0));
        assertThat(found("cart", Optional.of(ActorQuery.Condition.ASLEEP))).containsExactly(created.get(2), created.get(1));
        assertThat(found("cart", Optional.of(ActorQuery.Condition.FAILED))).containsExactly(created.get(2));
        assertThat(found("%", Optional.empty())).isEmpty();
        assertThat(get(directory.actors().tallies())).containsExactlyInAnyOrder(new ActorTally("default", "counter", 3, 1, 1), new ActorTally("default", "other", 1, 1, 0));
    }

    private List<String> found(String text, Optional<ActorQuery.Condition> condition) {
        Listing listing = new Listing(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(text), condition, false, Optional.empty(), 10);
        return get(directory.actors().list(listing)).stream().map(ActorRow::id).toList();
    }

    @Test
    void namesStayWhenTheirActorsAreGone() {
        create("b", "1");
        create("a", "1");
        assertThat(get(directory.actors().names("default", "", 10))).containsExactly("a", "b");
        assertThat(get(directory.actors().names("default", "a", 10))).containsExactly("b");
        assertThat(get(directory.actors().names("nobody", "", 10))).isEmpty();
    }

    @Test
    void aNamespaceIsMadeOnce() {
        Namespace first = get(directory.namespaces().create("team", "The team"));
        assertThat(get(directory.namespaces().create("team", "Other"))).isEqualTo(first);
        assertThat(get(directory.namespaces().findId(first.id()))).contains(first);
        assertThat(get(directory.namespaces().list("", 10))).extracting(Namespace::name).containsExactly("default", "team");
        assertThat(get(directory.namespaces().list("default", 10))).containsExactly(first);
        reopen();
        assertThat(get(directory.namespaces().find("team"))).contains(first);
    }

    @Test
    void whatTheStoreRefusesIsUnavailable() {
        storage.failCommits(true);
        assertThatThrownBy(() -> create("counter", "a")).cause()
            .isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.GUARD_SERVICE_UNAVAILABLE)).isTrue());
        storage.failCommits(false);
        assertThat(create("counter", "a").created()).isTrue();
    }

    @Test
    void fromManyThreadsThereIsOneCallerOfTheDatabase() {
        // the store throws if there are two at a time
        List<CompletionStage<Created>> all = IntStream.range(0, 300).parallel().mapToObj(i -> {
            directory.actors().find("nobody" + i);
            return directory.actors().create(actor("counter", "k" + i % 50));
        }).toList();
        all.forEach(DirectoryTest::get);
        assertThat(get(directory.actors().list(listing(false, 100)))).hasSize(50);
    }

    @Test
    void queriesGatherToo() {
        List<String> created = IntStream.range(0, 30).mapToObj(i -> create("counter", "k" + i).row().id()).toList();
        CountDownLatch gate = storage.hold();
        List<CompletionStage<Optional<ActorRow>>> all = IntStream.range(0, 1_000).mapToObj(i -> directory.actors().find(created.get(i % 30)))
            .toList();
        gate.countDown();
        for (int i = 0; i < all.size(); i++) {
            assertThat(get(all.get(i)).orElseThrow().id()).isEqualTo(created.get(i % 30));
        }
    }
}
