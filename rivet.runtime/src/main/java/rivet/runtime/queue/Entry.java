package rivet.runtime.queue;

import java.util.Optional;

/** A stored message. */
final class Entry {

    private final long id;
    private final String name;
    private final long createdAt;

    /** How often it was received. */
    int attempt;

    /** Who has it in flight; null while it waits. */
    Receiver holder;

    /** Whether it was received to be completed. */
    boolean completable;

    /** How many bytes of its body count as kept. */
    int counted;

    /** Null if only the database has it. Let go by whoever hears that it is stored, on any thread. */
    private volatile byte[] body;

    Entry(long id, String name, long createdAt, int attempt, byte[] body) {
        this.id = id;
        this.name = name;
        this.createdAt = createdAt;
        this.attempt = attempt;
        this.body = body;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    long createdAt() {
        return createdAt;
    }

    Optional<byte[]> body() {
        return Optional.ofNullable(body);
    }

    /** The body is in the database. */
    void letBodyGo() {
        body = null;
    }
}
