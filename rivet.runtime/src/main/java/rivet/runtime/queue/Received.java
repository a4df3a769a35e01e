package rivet.runtime.queue;

import java.time.Instant;

import rivet.actor.QueueMessage;
import rivet.runtime.value.Persisted;
import rivet.value.Undefined;

/** A message as it was received once. */
final class Received implements QueueMessage {

    private final ActorQueue queue;
    private final Entry entry;
    private final byte[] body;
    private final int attempt;
    private final boolean completable;
    private boolean completed;

    Received(ActorQueue queue, Entry entry, byte[] body) {
        this.queue = queue;
        this.entry = entry;
        this.body = body;
        attempt = entry.attempt;
        completable = entry.completable;
    }

    Entry entry() {
        return entry;
    }

    boolean completed() {
        return completed;
    }

    void setCompleted(boolean now) {
        completed = now;
    }

    @Override
    public long id() {
        return entry.id();
    }

    @Override
    public String name() {
        return entry.name();
    }

    @Override
    public Instant createdAt() {
        return Instant.ofEpochMilli(entry.createdAt());
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public <T> T body(Class<T> type) {
        return queue.map(Persisted.decode(body, "queue message"), type, "body of a message in queue " + name());
    }

    @Override
    public boolean completable() {
        return completable;
    }

    @Override
    public void complete() {
        complete(Undefined.UNDEFINED);
    }

    @Override
    public void complete(Object response) {
        queue.complete(this, response);
    }

    @Override
    public String toString() {
        return "message " + id() + " in queue " + name() + ", attempt " + attempt;
    }
}
