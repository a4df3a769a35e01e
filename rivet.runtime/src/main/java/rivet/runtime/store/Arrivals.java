package rivet.runtime.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import rivet.error.ErrorCode;
import rivet.runtime.actor.Failures;
import rivet.spi.engine.ActorStart;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;

/**
 * Actors that arrive with a database from elsewhere. Such an actor is created with a ticket instead of an input, and its first start finds the database by that before it
 * opens its own: so an actor is there with all it had, or, if that is cut off, with nothing and cannot start, but never as a new one that knows nothing. An actor whose
 * database has landed has its first input in there.
 */
public final class Arrivals {

    /** Begins with a byte that no input has: inputs are CBOR. */
    private static final byte[] MARK = mark();

    private static final List<Statement> REQUIRED = List.of(
        Statement.of("SELECT count(*) FROM _rivet_actor WHERE has_initialized = 1"),
        Statement.of("SELECT count(*) = 0 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name LIKE '|_rivet|_%' ESCAPE '|'"),
        Statement.of("SELECT version <= ? FROM _rivet_j_schema", Schema.OWN_VERSION));
    /** What was said of the actor where it was does not hold here: its fence, who was connected, its token. */
    private static final List<Statement> CHANGES = List.of(
        Statement.of("UPDATE _rivet_j_turn SET generation = 0, instance = 0, turn = 0, saves = 0"),
        Statement.of("UPDATE _rivet_runtime SET inspector_token = NULL, last_pushed_alarm = NULL"),
        Statement.of("DELETE FROM _rivet_conns"),
        Statement.of("DELETE FROM _rivet_conn_state"),
        Statement.of("DELETE FROM _rivet_j_conn"));

    private final Map<String, Path> expected = new ConcurrentHashMap<>();

    Arrivals() {}

    private static byte[] mark() {
        byte[] mark = "#rivet-import ".getBytes(StandardCharsets.US_ASCII);
        mark[0] = (byte) 0xff;
        return mark;
    }

    /**
     * An actor will start with this database; {@link #forget} follows.
     *
     * @param name of its own
     * @return its ticket
     */
    public byte[] expect(String name, Path database) {
        expected.put(name, database);
        byte[] ticket = Arrays.copyOf(MARK, MARK.length + name.length());
        System.arraycopy(name.getBytes(StandardCharsets.US_ASCII), 0, ticket, MARK.length, name.length());
        return ticket;
    }

    /** It has arrived, or will not. */
    public void forget(String name) {
        expected.remove(name);
    }

    /** Completes when the database of an actor that starts is where it is to be. */
    CompletionStage<Void> landed(Storage storage, ActorStart start) {
        byte[] input = start.input();
        if (input.length < MARK.length || !Arrays.equals(input, 0, MARK.length, MARK, 0, MARK.length)) {
            return CompletableFuture.completedStage(null);
        }
        DatabaseId id = new DatabaseId.Actor(start.actorId());
        return storage.exists(id).thenCompose(there -> {
            Path file = expected.get(new String(input, MARK.length, input.length - MARK.length, StandardCharsets.US_ASCII));
            if (there) {
                return CompletableFuture.completedStage(null);
            }
            return file == null ? CompletableFuture.failedStage(ErrorCode.INSPECTOR_TRANSFER_FAILED.error("reason", "its import was cut off; destroy it and import it again"))
                : storage.makeFrom(id, file, REQUIRED, CHANGES).exceptionallyCompose(failure -> CompletableFuture.failedStage(named(failure)));
        });
    }

    private static Throwable named(Throwable failure) {
        return Failures.unwrap(failure) instanceof StorageException e && (e.kind() == StorageException.Kind.CORRUPT || e.kind() == StorageException.Kind.STATEMENT)
            ? ErrorCode.INSPECTOR_INVALID_FILE.error("reason", "its database is damaged, or of another platform").withCause(e) : failure;
    }
}
