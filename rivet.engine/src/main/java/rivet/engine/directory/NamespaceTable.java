package rivet.engine.directory;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** The namespaces. They are never changed nor deleted, so those that were met are remembered, a bounded number of them. */
public final class NamespaceTable {

    private static final int REMEMBERED = 10_000;
    private static final String SELECT = "SELECT id, name, display_name, create_ts FROM namespace ";

    private final Directory directory;
    private final InstantSource clock;
    private final Supplier<String> ids;
    private final Map<String, Namespace> remembered = new ConcurrentHashMap<>();

    NamespaceTable(Directory directory, InstantSource clock, Supplier<String> ids) {
        this.directory = directory;
        this.clock = clock;
        this.ids = ids;
    }

    /** Returns whether a namespace may be called so: letters, digits, {@code -} and {@code _}, at most 64. */
    public static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= 64 && text.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
            || c >= '0' && c <= '9' || c == '-' || c == '_');
    }

    /** Finds a namespace by its name. */
    public CompletionStage<Optional<Namespace>> find(String name) {
        Namespace known = remembered.get(name);
        if (known != null) {
            return CompletableFuture.completedFuture(Optional.of(known));
        }
        return directory.query(Statement.of(SELECT + "WHERE name = ?", name))
            .thenApply(result -> Directory.row(result).map(row -> remember(Namespace.of(row))));
    }

    /** Creates a namespace durably, or finds the one that has the name. */
    public CompletionStage<Namespace> create(String name, String displayName) {
        CompletionStage<List<Result>> change = directory.change(List.of(
            Statement.of("INSERT INTO namespace (id, name, display_name, create_ts) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                ids.get(), name, displayName, clock.millis()),
            Statement.of(SELECT + "WHERE name = ?", name)));
        directory.flush();
        return change.thenApply(results -> remember(Namespace.of(results.get(1).rows().getFirst())));
    }

    /** Lists namespaces by name, those after a name if it is not empty. */
    public CompletionStage<List<Namespace>> list(String after, int limit) {
        return directory.list(Statement.of(SELECT + "WHERE name > ? ORDER BY name LIMIT ?", after, limit))
            .thenApply(result -> result.rows().stream().map(Namespace::of).toList());
    }

    /** Finds a namespace by its id. */
    public CompletionStage<Optional<Namespace>> findId(String id) {
        return directory.query(Statement.of(SELECT + "WHERE id = ?", id))
            .thenApply(result -> Directory.row(result).map(Namespace::of));
    }

    private Namespace remember(Namespace namespace) {
        if (remembered.size() >= REMEMBERED) {
            remembered.clear();
        }
        remembered.put(namespace.name(), namespace);
        return namespace;
    }
}
