package rivet.engine.directory;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import rivet.spi.engine.ActorTally;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/**
 * The actors. Every condition that keeps two generations apart stands in the statement itself, so a caller whose copy of a row is old
 * changes nothing and sees that it did not.
 */
public final class ActorTable {

    /**
     * How a creation ended.
     *
     * @param row the new actor, or the one that has the key
     * @param created whether it is new
     */
    public record Created(ActorRow row, boolean created) {}

    /**
     * How raising a generation ended.
     *
     * @param raised whether it was raised
     * @param row the actor afterwards; none if there is no such actor
     * @param input what its creator gave
     */
    public record Raised(boolean raised, Optional<ActorRow> row, byte[] input) {}

    private static final String SELECT = "SELECT " + ActorRow.COLUMNS + " FROM actor ";
    private static final String BY_ID = SELECT + "WHERE id = ?";
    private static final String BY_KEY = SELECT + "WHERE namespace = ? AND name = ? AND key = ? AND gone_ts IS NULL";
    private static final String START = "SELECT " + ActorRow.COLUMNS + ", input FROM actor WHERE id = ?";
    private static final String INSERT = "INSERT INTO actor (id, namespace, name, key, pool, crash_policy, create_ts, generation, start_ts, "
        + "input, resumes) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING";
    private static final String RAISE = "UPDATE actor SET generation = ?, start_ts = ?, sleep_ts = NULL, error = NULL "
        + "WHERE id = ? AND generation < ? AND destroy_ts IS NULL";

    private static final String TALLIES = "SELECT namespace, name, COUNT(*), COUNT(*) - COUNT(sleep_ts), COUNT(error) FROM actor WHERE destroy_ts IS NULL "
        + "GROUP BY namespace, name";

    private final Directory directory;
    private final InstantSource clock;
    /** Names of types that ever had an actor; as many as there were types. */
    private final Map<String, Boolean> types = new ConcurrentHashMap<>();

    ActorTable(Directory directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    CompletionStage<Void> load() {
        return directory.query(Statement.of("SELECT DISTINCT name FROM actor_name"))
            .thenAccept(result -> result.rows().forEach(row -> types.put((String) row[0], true)));
    }

    /** Returns whether there ever was an actor of a type. */
    public boolean knows(String typeName) {
        return types.containsKey(typeName);
    }

    /**
     * Creates an actor as generation 1 that is being started, in one transaction, unless its key is taken. Flushes.
     */
    public CompletionStage<Created> create(NewActor actor) {
        long now = clock.millis();
        List<Statement> change = new ArrayList<>(3);
        change.add(Statement.of(INSERT, actor.id(), actor.namespace(), actor.name(), actor.key().orElse(null), actor.pool(),
            actor.crashPolicy().word(), now, now, actor.input(), actor.resumes() ? 1 : 0));
        change.add(actor.key().isPresent() ? Statement.of(BY_KEY, actor.namespace(), actor.name(), actor.key().get())
            : Statement.of(BY_ID, actor.id()));
        change.add(Statement.of("INSERT OR IGNORE INTO actor_name (namespace, name) VALUES (?, ?)", actor.namespace(), actor.name()));
        CompletableFuture<List<Result>> done = directory.change(change);
        directory.flush();
        return done.thenApply(results -> {
            types.put(actor.name(), true);
            ActorRow row = ActorRow.of(results.get(1).rows().getFirst());
            return new Created(row, row.id().equals(actor.id()));
        });
    }

    /** Finds an actor by its id, destroyed ones for a while included. */
    public CompletionStage<Optional<ActorRow>> find(String id) {
        return directory.query(Statement.of(BY_ID, id)).thenApply(ActorTable::actor);
    }

    /** Finds the actor that has a key; one whose destruction is not done still has it. */
    public CompletionStage<Optional<ActorRow>> find(String namespace, String name, String key) {
        return directory.query(Statement.of(BY_KEY, namespace, name, key)).thenApply(ActorTable::actor);
    }

    private static Optional<ActorRow> actor(Result result) {
        return Directory.row(result).map(ActorRow::of);
    }

    /** Raises the generation, unless it stands there already or the actor is to be destroyed; nothing of it may start before this is done. */
    public CompletionStage<Raised> raise(String id, int generation, long now) {
        return directory.change(List.of(Statement.of(RAISE, generation, now, id, generation), Statement.of(START, id)))
            .thenApply(results -> {
                Optional<Object[]> row = Directory.row(results.get(1));
                return new Raised(results.get(0).changes() == 1, row.map(ActorRow::of),
                    row.map(r -> (byte[]) r[ActorRow.WIDTH]).orElse(new byte[0]));
            });
    }

    /** Notes that a generation ended, with its failure if it did not end well. */
    public CompletionStage<?> slept(String id, int generation, long now, Optional<String> error) {
        return directory.change(List.of(Statement.of("UPDATE actor SET sleep_ts = ?, error = ? WHERE id = ? AND generation = ?", now,
            error.orElse(null), id, generation)));
    }

    /** Notes whether an actor resumes. */
    public CompletionStage<?> resumes(String id, boolean resumes) {
        return directory.change(List.of(Statement.of("UPDATE actor SET resumes = ? WHERE id = ?", resumes ? 1 : 0, id)));
    }

    /** Notes that every actor sleeps, but for those that resume. Flushes. */
    public CompletionStage<?> allSlept(long now) {
        CompletionStage<?> done = directory.change(
            List.of(Statement.of("UPDATE actor SET sleep_ts = ? WHERE resumes = 0 AND sleep_ts IS NULL AND destroy_ts IS NULL", now)));
        directory.flush();
        return done;
    }

    /** Sets when an actor is to be woken, 0 for never. */
    public CompletionStage<?> alarm(String id, long at) {
        return directory.change(List.of(Statement.of("UPDATE actor SET alarm_ts = ? WHERE id = ? AND destroy_ts IS NULL",
            at == 0 ? null : (Object) at, id)));
    }

    /** Notes that an actor is to be destroyed, before anything of it is. */
    public CompletionStage<?> condemn(String id, long now) {
        return directory.change(List.of(Statement.of("UPDATE actor SET destroy_ts = COALESCE(destroy_ts, ?), alarm_ts = NULL WHERE id = ?",
            now, id)));
    }

    /** Notes that all that a condemned actor stored is deleted, and with it forgets its input. Frees its key. */
    public CompletionStage<?> gone(String id, long now) {
        return directory.change(List.of(Statement.of("UPDATE actor SET gone_ts = ?, input = x'' WHERE id = ? AND destroy_ts IS NOT NULL",
            now, id)));
    }

    /** Forgets actors that were destroyed before a time, and of the others all but the latest. Flushes. */
    public CompletionStage<?> prune(long before, int keep) {
        CompletionStage<?> done = directory.change(List.of(
            Statement.of("DELETE FROM actor WHERE gone_ts < ? AND destroy_ts IS NOT NULL", before),
            Statement.of("DELETE FROM actor WHERE nr IN (SELECT nr FROM actor WHERE destroy_ts IS NOT NULL AND gone_ts IS NOT NULL "
                + "ORDER BY destroy_ts DESC LIMIT -1 OFFSET ?)", keep)));
        directory.flush();
        return done;
    }

    /** Finds actors with an alarm until a time, the earliest first, those that follow a place in that order. */
    public CompletionStage<List<ActorRow>> alarms(long afterTs, long afterNr, long until, int limit) {
        return rows(directory.query(Statement.of(
            SELECT + "WHERE (alarm_ts, nr) > (?, ?) AND alarm_ts <= ? ORDER BY alarm_ts, nr LIMIT ?", afterTs, afterNr, until, limit)));
    }

    /** Returns the number of the actor that was created last, 0 if there is none. */
    public CompletionStage<Long> latest() {
        return directory.query(Statement.of("SELECT COALESCE(MAX(nr), 0) FROM actor")).thenApply(result -> (Long) result.rows().getFirst()[0]);
    }

    /** Finds actors that resume and were awake when the process ended, in the order of their creation, those between two places in it. */
    public CompletionStage<List<ActorRow>> awake(long afterNr, long untilNr, int limit) {
        return rows(directory.query(Statement.of(
            SELECT + "WHERE resumes = 1 AND sleep_ts IS NULL AND destroy_ts IS NULL AND nr > ? AND nr <= ? ORDER BY nr LIMIT ?", afterNr, untilNr, limit)));
    }

    /** Finds condemned actors whose destruction is not done. */
    public CompletionStage<List<ActorRow>> condemned(int limit) {
        return rows(directory.query(Statement.of(
            SELECT + "WHERE destroy_ts IS NOT NULL AND gone_ts IS NULL ORDER BY destroy_ts LIMIT ?", limit)));
    }

    /** Lists actors, the newest first. */
    public CompletionStage<List<ActorRow>> list(Listing listing) {
        return rows(directory.list(listing.statement(SELECT)));
    }

    /** Counts the living actors by namespace and type. */
    public CompletionStage<List<ActorTally>> tallies() {
        return directory.list(Statement.of(TALLIES)).thenApply(result -> result.rows().stream()
            .map(row -> new ActorTally((String) row[0], (String) row[1], (long) row[2], (long) row[3], (long) row[4])).toList());
    }

    /** Lists the names of the types that ever had an actor in a namespace, those after a name if it is not empty. */
    public CompletionStage<List<String>> names(String namespace, String after, int limit) {
        return directory.list(Statement.of("SELECT name FROM actor_name WHERE namespace = ? AND name > ? ORDER BY name LIMIT ?",
            namespace, after, limit)).thenApply(result -> result.rows().stream().map(row -> (String) row[0]).toList());
    }

    private static CompletionStage<List<ActorRow>> rows(CompletionStage<Result> result) {
        return result.thenApply(found -> found.rows().stream().map(ActorRow::of).toList());
    }
}
