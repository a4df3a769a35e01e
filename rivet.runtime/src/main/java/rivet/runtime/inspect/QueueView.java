package rivet.runtime.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

import rivet.inspect.QueuedMessage;
import rivet.runtime.actor.Failures;
import rivet.runtime.store.ActorStore;
import rivet.runtime.value.Persisted;
import rivet.spi.storage.Statement;

/** The messages of an actor's queue as they are on disk: the actor itself keeps no bodies of those that wait for long. */
public final class QueueView {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String MESSAGES = """
        SELECT m.id, m.name, m.created_at, coalesce(r.attempt, 0), m.body FROM _rivet_queue m LEFT JOIN _rivet_j_queue r ON r.id = m.id
        ORDER BY m.id LIMIT ?""";

    private final ActorStore store;
    private final String actorId;

    /** Makes a view of the queue of an actor. */
    public QueueView(ActorStore store, String actorId) {
        this.store = store;
        this.actorId = actorId;
    }

    /** Returns messages, oldest first. */
    public CompletionStage<List<QueuedMessage>> messages(int limit) {
        return store.read(actorId, List.of(Statement.of(MESSAGES, (long) limit)), LIMIT).handle((results, failure) -> {
            if (failure != null) {
                throw Failures.of(failure);
            }
            return results.getFirst().rows().stream().map(QueueView::message).toList();
        });
    }

    private static QueuedMessage message(Object[] row) {
        Object body = Persisted.decode((byte[]) row[4], "queue message");
        return new QueuedMessage((Long) row[0], (String) row[1], Instant.ofEpochMilli((Long) row[2]), ((Long) row[3]).intValue(), body);
    }
}
