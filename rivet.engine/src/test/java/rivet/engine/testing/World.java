package rivet.engine.testing;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

import rivet.engine.actor.ActorIds;
import rivet.engine.actor.ActorKey;
import rivet.engine.actor.Actors;
import rivet.engine.actor.Cluster;
import rivet.engine.actor.Creation;
import rivet.engine.actor.EngineCore;
import rivet.engine.actor.Limits;
import rivet.engine.actor.Snapshot;
import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.Directory;
import rivet.spi.storage.Storage;

/** An engine over files and a runtime that does as the test says. */
public final class World implements AutoCloseable {

    public final TestTime time = new TestTime();
    public final ActorIds ids = new ActorIds(new Random(7));
    private final Path folder;
    private final Limits limits;
    private final Cluster cluster;
    private FileStorage storage;
    private FakeHost host;
    private EngineCore engine;

    public World(Path folder) {
        this(folder, Limits.DEFAULT, new Cluster("default", Set.of("blue"), false, false));
    }

    public World(Path folder, Limits limits, Cluster cluster) {
        this(folder, limits, cluster, files -> files, new FakeHost());
    }

    /** @param wrapping what the engine gets to see of the files, until the first crash */
    public World(Path folder, Limits limits, Cluster cluster, UnaryOperator<Storage> wrapping, FakeHost first) {
        this.folder = folder;
        this.limits = limits;
        this.cluster = cluster;
        open(first, wrapping);
    }

    private void open(FakeHost runtime, UnaryOperator<Storage> wrapping) {
        storage = new FileStorage(folder);
        host = runtime;
        Storage seen = wrapping.apply(storage);
        Directory directory = Await.get(Directory.open(seen, Runnable::run, time, ids));
        if (seen instanceof BreakingStorage breaking) {
            breaking.opened();
        }
        engine = EngineCore.attach(host, directory, time, time, limits, cluster, ids);
    }

    /** Ends the process as it should, and starts it again. */
    public void restart(FakeHost next) {
        Await.get(engine.close());
        storage.close();
        time.shutdownNow();
        open(next, files -> files);
    }

    /** Kills the process and starts it again, with a runtime that knows nothing. */
    public void crash(FakeHost next) {
        crash(next, files -> files);
    }

    /** @param wrapping what the engine gets to see of the files */
    public void crash(FakeHost next, UnaryOperator<Storage> wrapping) {
        storage.close();
        time.shutdownNow();
        open(next, wrapping);
    }

    public void crash() {
        crash(new FakeHost());
    }

    public FakeHost host() {
        return host;
    }

    public EngineCore engine() {
        return engine;
    }

    public Actors actors() {
        return engine.actors();
    }

    public FileStorage storage() {
        return storage;
    }

    /** Returns a wish for an actor with that key. */
    public static Creation wish(String name, String key, CrashPolicy policy) {
        return new Creation("default", name, Optional.ofNullable(key), "default", Optional.empty(), policy, new byte[] {42});
    }

    /** Creates an actor and returns its id. */
    public String create(String key) {
        return create(key, CrashPolicy.SLEEP);
    }

    public String create(String key, CrashPolicy policy) {
        return Await.get(actors().create(wish("thing", key, policy), true)).actor().row().id();
    }

    /** Creates an actor that runs, its start taken notice of. */
    public String running(String key) throws InterruptedException {
        return running(key, CrashPolicy.SLEEP);
    }

    public String running(String key, CrashPolicy policy) throws InterruptedException {
        String id = create(key, policy);
        host.nextStart();
        Await.until("it runs", () -> snapshot(id).status() == rivet.spi.engine.ActorRecord.Status.RUNNING);
        return id;
    }

    /** Creates an actor that sleeps, its start and its stop taken notice of. */
    public String sleeping(String key) throws InterruptedException {
        String id = running(key);
        Await.get(actors().sleep(id, false));
        host.nextStop();
        return id;
    }

    public Snapshot snapshot(String id) {
        return Await.get(actors().find(id)).orElseThrow();
    }

    public Optional<Snapshot> byKey(String key) {
        return Await.get(actors().find(new ActorKey("default", "thing", key)));
    }

    /** Waits until everything that was asked of the store is done and answered. */
    public void settle() {
        for (int i = 0; i < 3; i++) {
            Await.get(engine.actors().find("nobody"));
        }
    }

    @Override
    public void close() {
        storage.close();
    }
}
