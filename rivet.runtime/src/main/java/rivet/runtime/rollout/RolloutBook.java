package rivet.runtime.rollout;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.type.FactoryGeneration.Origin;
import rivet.runtime.type.PauseMemory;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;

/** What is durable of roll-outs: their history, which of them are paused and why, and the latest of each type. */
public final class RolloutBook implements PauseMemory {

    private record Pause(String content, String reason) {}

    private final RolloutDatabase database;
    private final RolloutHistory history;
    private final BooleanSupplier stopping;
    private final Map<String, Pause> pauses = new HashMap<>(); // guarded by this; by row

    /**
     * Makes an empty one; {@link #load} fills it.
     *
     * @param stopping whether code goes only because all of the process does
     */
    public RolloutBook(Storage storage, InstantSource clock, BooleanSupplier stopping) {
        this(new RolloutDatabase(storage), clock, stopping);
    }

    private RolloutBook(RolloutDatabase database, InstantSource clock, BooleanSupplier stopping) {
        this.database = database;
        history = new RolloutHistory(clock, database);
        this.stopping = stopping;
    }

    /** Makes one that nothing outlives: it writes nothing. */
    public static RolloutBook inMemory(InstantSource clock) {
        return new RolloutBook(RolloutDatabase.none(), clock, () -> false);
    }

    /** Reads what earlier processes have left. Fails with a {@link rivet.spi.storage.StorageException}; without it, this goes on as if there was nothing. */
    public CompletionStage<Void> load() {
        return database.load().thenAccept(results -> {
            results.getFirst().rows().forEach(row -> history.loaded(HistoryRow.read(row)));
            loadPauses(results.getLast());
        });
    }

    private synchronized void loadPauses(Result result) {
        for (Object[] row : result.rows()) {
            pauses.put(key((String) row[0], (String) row[1], (String) row[2]), new Pause((String) row[3], (String) row[4]));
        }
    }

    /** Writes what is not written yet; nothing is remembered from now on. Never fails. */
    public CompletionStage<Void> close() {
        history.close();
        return database.close();
    }

    /** Returns who is to hear of roll-outs. */
    public RolloutWatch watch() {
        return history;
    }

    /** Returns what happened to a type's code, newest first. */
    public List<RolloutEvent> history(String type) {
        return history.of(type);
    }

    /** Somebody has done something to the roll-out of code. */
    public void note(Kind kind, FactoryGeneration code, String by, String reason) {
        history.add(kind, code, by, reason);
    }

    /** Code has come. */
    public void came(String type, Origin origin) {
        history.presence(Kind.CAME, type, origin, "");
    }

    /** Code has come that cannot be used. */
    public void refused(String type, Origin origin, String reason) {
        history.presence(Kind.REFUSED, type, origin, reason);
    }

    /** Code has gone. */
    public void went(String type, Origin origin) {
        if (!stopping.getAsBoolean()) {
            history.presence(Kind.GONE, type, origin, "");
        }
    }

    @Override
    public synchronized Optional<String> reason(FactoryGeneration factory) {
        return Optional.ofNullable(pauses.get(key(factory))).filter(pause -> pause.content.equals(factory.origin().content())).map(Pause::reason);
    }

    @Override
    public synchronized void begun(FactoryGeneration factory, String reason) {
        Origin origin = factory.origin();
        pauses.put(key(factory), new Pause(origin.content(), reason));
        database.put(key(factory), Statement.of("INSERT OR REPLACE INTO pauses VALUES (?, ?, ?, ?, ?)", factory.type(), origin.bundle(), origin.version().toString(),
            origin.content(), reason));
    }

    @Override
    public void failed(FactoryGeneration factory, FactoryGeneration worse, String reason) {
        history.add(Kind.PAUSED, factory, RolloutWatch.PLATFORM, reason);
    }

    @Override
    public synchronized void ended(FactoryGeneration factory) {
        if (pauses.remove(key(factory)) != null) {
            database.put(key(factory), Statement.of("DELETE FROM pauses WHERE type = ? AND bundle = ? AND version = ?", factory.type(), factory.origin().bundle(),
                factory.origin().version().toString()));
        }
    }

    @Override
    public void gone(FactoryGeneration factory) {
        if (!stopping.getAsBoolean()) {
            ended(factory);
        }
    }

    private static String key(FactoryGeneration factory) {
        return key(factory.type(), factory.origin().bundle(), factory.origin().version().toString());
    }

    private static String key(String type, String bundle, String version) {
        return "pauses/" + type + "/" + bundle + "/" + version;
    }
}
