package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.directory.ActorRow;
import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.Directory;
import rivet.engine.directory.NewActor;
import rivet.engine.testing.Await;
import rivet.engine.testing.Calls;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.FileStorage;
import rivet.engine.testing.TestTime;
import rivet.error.RivetException;
import rivet.spi.engine.Hosting;

/** Somebody finds an actor between its creation and the start of its first generation (R-life-30). */
class CreationRaceTest {

    @TempDir
    Path folder;
    private final TestTime time = new TestTime();
    private final FakeHost host = new FakeHost();
    private FileStorage storage;
    private ActorCell cell;

    @BeforeEach
    void anActorThatWasJustCreated() {
        storage = new FileStorage(folder);
        Directory directory = Await.get(Directory.open(storage, Runnable::run, time, new ActorIds(new Random(7))));
        Shared shared = new Shared(directory, time, time, Limits.DEFAULT);
        shared.attached((Hosting) host);
        ActorRow row = Await.get(directory.actors().create(new NewActor("0000000000000000000000000", "default", "thing", Optional.empty(),
            "default", CrashPolicy.SLEEP, new byte[] {42}, false))).row();
        cell = ActorCell.ofNew(shared, row);
    }

    @AfterEach
    void close() {
        assertThat(host.faults()).isEmpty();
        storage.close();
        time.shutdownNow();
    }

    @Test
    void aCallThatComesFirstWaitsForTheFirstGeneration() throws Exception {
        PendingRequest early = new PendingRequest(Calls.get("/early"));
        assertThat(cell.submit(early)).isTrue();
        assertThat(host.unseenStarts()).isZero();
        cell.created(new byte[] {42});
        assertThat(Await.get(early.result()).status()).isEqualTo(200);
        assertThat(host.nextStart().start().generation()).isEqualTo(1);
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void oneThatIsDestroyedFirstNeverStarts() {
        assertThat(cell.destroy()).isTrue();
        cell.created(new byte[] {42});
        Await.get(cell.ending().done());
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void oneThatIsPutToSleepFirstSleepsAfterItsStart() throws Exception {
        CompletableFuture<Void> asleep = new CompletableFuture<>();
        assertThat(cell.sleep(false, asleep)).isTrue();
        cell.created(new byte[] {42});
        Await.get(asleep);
        assertThat(host.nextStart().start().generation()).isEqualTo(1);
        assertThat(host.nextStop().generation()).isEqualTo(1);
    }

    @Test
    void oneThatIsClosedFirstNeverStarts() {
        cell.close();
        cell.created(new byte[] {42});
        assertThat(host.unseenStarts()).isZero();
        PendingRequest late = new PendingRequest(Calls.get("/late"));
        cell.submit(late);
        assertThatThrownBy(() -> Await.get(late.result()))
            .isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("service_unavailable"));
    }
}
