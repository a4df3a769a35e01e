package rivet.runtime.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.actor.Queue;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.QueueInfo;
import rivet.protocol.value.CborValues;
import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;

/** The queue of one instance of an actor. Used by the thread that holds the turn. */
public final class ActorQueue implements Queue {

    private final Turn turn;
    private final Time time;
    private final ValueMapper mapper;
    private final Journal journal = new Journal();
    private final Messages messages;
    private final Waits waits;
    private final Senders senders;
    private final Receiving receiving;
    private boolean undeclared;

    /** Makes a queue; {@link #load} follows. */
    public ActorQueue(Turn turn, Time time, ValueMapper mapper, Limits limits) {
        this.turn = turn;
        this.time = time;
        this.mapper = mapper;
        messages = new Messages(turn, journal, time.clock(), limits);
        waits = new Waits(turn, messages, journal, time);
        senders = new Senders(turn, journal);
        receiving = new Receiving(turn, time, messages, waits, (entry, body) -> new Received(this, entry, body));
    }

    /**
     * Tells what is stored, in the first turn.
     *
     * @param nextId of the next message
     * @param rows id, name, time and attempt (or null) of each message, in the order of their ids
     */
    public void load(long nextId, List<Object[]> rows) {
        messages.load(nextId, rows);
    }

    // ------------------------------------------------------------------ sending

    @Override
    public long send(String name, Object body) {
        turn.check("queue.send");
        return post(name, mapper.toPlain(body), Optional.empty());
    }

    /**
     * Stores a message, for whoever waits for one or for later.
     *
     * @param body a plain value
     * @param sender waits for the completion; known before anybody can receive the message (R-queue-4)
     * @return the id
     * @throws RivetException as {@link Queue#send}
     */
    public long post(String name, Object body, Optional<Sender> sender) {
        Entry entry = messages.put(name, CborValues.encodeExact(body));
        sender.ifPresent(waiting -> senders.add(entry, waiting));
        turn.sent();
        waits.offer(entry);
        return entry.id();
    }

    /** Something was sent to a queue that was not declared; returns whether that had not happened before. */
    public boolean isFirstUndeclared() {
        boolean first = !undeclared;
        undeclared = true;
        return first;
    }

    /** A sender waits no longer; its message stays. Returns whether nothing else had ended the waiting. */
    public boolean forget(long id, Sender sender) {
        return senders.remove(id, sender);
    }

    @Override
    public <T> Optional<T> sendAndWait(Class<T> type, String name, Object body, Duration timeout) {
        return sendAndWait(type, name, body, timeout, Optional.empty());
    }

    @Override
    public <T> Optional<T> sendAndWait(Class<T> type, String name, Object body, Duration timeout, CompletionStage<?> abort) {
        return sendAndWait(type, name, body, timeout, Optional.of(abort));
    }

    private <T> Optional<T> sendAndWait(Class<T> type, String name, Object body, Duration timeout, Optional<CompletionStage<?>> abort) {
        turn.check("queue.sendAndWait");
        OwnSender sender = new OwnSender(timeout, abort);
        long id = post(name, mapper.toPlain(body), Optional.of(sender));
        journal.add(sender::wake);
        Time.Timer timer = time.after(timeout, sender::timedOut);
        try {
            turn.await("queue.sendAndWait", sender.until());
        } finally {
            timer.cancel();
            senders.remove(id, sender);
        }
        return sender.response().map(response -> map(response, type, "response of queue " + name));
    }

    // ------------------------------------------------------------------ receiving

    @Override
    public Optional<QueueMessage> next(Receive how) {
        return receiving.next("queue.next", how.atMost(1)).stream().findFirst();
    }

    @Override
    public List<QueueMessage> nextBatch(Receive how) {
        return receiving.next("queue.nextBatch", how);
    }

    @Override
    public QueueMessage waitFor(Receive how) {
        return receiving.next("queue.waitFor", how.atMost(1)).stream().findFirst().orElseThrow(() -> Receiving.timedOut(how));
    }

    @Override
    public void waitUntilAvailable(Receive how) {
        receiving.untilAvailable("queue.waitUntilAvailable", how);
    }

    @Override
    public Optional<QueueMessage> tryNext(Receive how) {
        return receiving.now("queue.tryNext", how.atMost(1)).stream().findFirst();
    }

    @Override
    public List<QueueMessage> tryNextBatch(Receive how) {
        return receiving.now("queue.tryNextBatch", how);
    }

    @Override
    public Iterable<QueueMessage> messages(Receive how) {
        return () -> new Iteration(this, how);
    }

    <T> T map(Object plain, Class<T> type, String target) {
        return mapper.fromPlain(plain, mapper.type(type), target);
    }

    void complete(Received message, Object response) {
        turn.check("queue.complete");
        if (!message.completable()) {
            throw ErrorCode.QUEUE_COMPLETE_NOT_CONFIGURED.error("name", message.name());
        }
        if (message.completed()) {
            throw ErrorCode.QUEUE_ALREADY_COMPLETED.error();
        }
        Entry entry = message.entry();
        boolean stored = messages.contains(entry);
        if (stored && entry.attempt != message.attempt()) {
            throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "queue.complete", "reason", "the message has been received again since");
        }
        Object plain = mapper.toPlain(response);
        message.setCompleted(true);
        journal.add(() -> message.setCompleted(false));
        if (stored) {
            messages.remove(entry);
            senders.completed(entry, plain);
        }
    }

    // ------------------------------------------------------------------ all of it

    @Override
    public int size() {
        turn.check("queue.size");
        return messages.size();
    }

    /** Returns about how many messages there are; from any thread. */
    public int depth() {
        return messages.size();
    }

    /** Returns those that wait, oldest first. */
    public List<QueueInfo.Message> waiting() {
        return messages.waiting().stream().map(entry -> new QueueInfo.Message(entry.id(), entry.name(), Instant.ofEpochMilli(entry.createdAt()))).toList();
    }

    @Override
    public void reset() {
        turn.check("queue.reset");
        messages.clear();
        senders.reset();
    }

    // ------------------------------------------------------------------ turns

    /** Work has ended well: what it had received has been dealt with, but for what it should have completed. In its last turn. */
    public void returned(Object task) {
        receiving.ended(task, true);
    }

    /** Work has ended by an exception: what it had received waits again. In its last turn. */
    public void failed(Object task) {
        receiving.ended(task, false);
    }

    /** The turn is to be committed. */
    public void kept() {
        journal.kept();
    }

    /** The turn came to nothing. */
    public void undo() {
        undoTo(0);
    }

    /** Returns where the turn is. */
    public int mark() {
        return journal.mark();
    }

    /** What the turn did since came to nothing. */
    public void undoTo(int mark) {
        if (journal.undoTo(mark)) {
            turn.later(waits::offerAll);
        }
    }

    /** Returns whether a message waits that the run handler would have received, had it not been told to stop. After the last turn. */
    public boolean isWantedByRun() {
        return receiving.isWantedByRun();
    }

    /** The instance has ended, and its last turn too. */
    public void close() {
        senders.close();
    }
}
