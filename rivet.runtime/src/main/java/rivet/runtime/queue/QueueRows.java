package rivet.runtime.queue;

import rivet.spi.storage.Statement;

/** The statements that read and write what is stored of a queue: the original's table, and one of ours for the attempts of those that were received. */
final class QueueRows {

    static final Statement DELETE_ALL = Statement.of("DELETE FROM _rivet_queue");
    static final Statement DELETE_ALL_ATTEMPTS = Statement.of("DELETE FROM _rivet_j_queue");

    private QueueRows() {}

    static Statement insert(Entry entry, byte[] body) {
        return Statement.of("INSERT INTO _rivet_queue (id, name, body, created_at) VALUES (?, ?, ?, ?)", entry.id(), entry.name(), body, entry.createdAt());
    }

    /** Goes with each insertion (R-queue-1). */
    static Statement nextId(long id) {
        return Statement.of("UPDATE _rivet_runtime SET queue_next_id = ? WHERE id = 1", id);
    }

    static Statement attempt(Entry entry) {
        return Statement.of("INSERT INTO _rivet_j_queue (id, attempt) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET attempt = excluded.attempt", entry.id(),
            entry.attempt);
    }

    static Statement delete(Entry entry) {
        return Statement.of("DELETE FROM _rivet_queue WHERE id = ?", entry.id());
    }

    static Statement deleteAttempt(Entry entry) {
        return Statement.of("DELETE FROM _rivet_j_queue WHERE id = ?", entry.id());
    }

    static Statement body(Entry entry) {
        return Statement.of("SELECT body FROM _rivet_queue WHERE id = ?", entry.id());
    }
}
