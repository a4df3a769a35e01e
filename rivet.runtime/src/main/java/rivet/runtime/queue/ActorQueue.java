package rivet.runtime.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.actor.Queue;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
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
    private final Map<Object, Receiver> receivers = new IdentityHashMap<>();
    private boolean undeclared;
    /** What the run handler received last; empty if it has received nothing, or has come to its end by itself. */
    private Optional<Receive> ofRun = Optional.empty();

    /** Makes a queue; {@link #load} follows. */
    public ActorQueue(Turn turn, Time time, ValueMapper mapper, Limits limits) {
        this.turn = turn;
        this.time = time;
        this.mapper = mapper;
        messages = new Messages(turn, journal, time.clock(), limits);
        waits = new Waits(turn, messages, journal, time);
        senders = new Senders(turn, journal);
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
        return receive("queue.next", how.atMost(1)).stream().findFirst();
    }

    @Override
    public List<QueueMessage> nextBatch(Receive how) {
        return receive("queue.nextBatch", how);
    }

    @Override
    public QueueMessage waitFor(Receive how) {
        return receive("queue.waitFor", how.atMost(1)).stream().findFirst().orElseThrow(() -> timedOut(how));
    }

    private static RivetException timedOut(Receive how) {
        return ErrorCode.QUEUE_TIMED_OUT.error("timeout_ms", how.timeout().orElse(Duration.ZERO).toMillis());
    }

    @Override
    public void waitUntilAvailable(Receive how) {
        turn.check("queue.waitUntilAvailable");
        long begun = time.nanos();
        Receive left = how;
        while (!messages.isWaiting(how.names())) { // who is woken may find that somebody else was faster
            if (left.timeout().filter(Duration::isZero).isPresent()) {
                throw timedOut(how);
            }
            waits.forArrival("queue.waitUntilAvailable", left);
            left = how.timeout().map(limit -> how.within(left(limit, begun))).orElse(how);
        }
    }

    private Duration left(Duration limit, long begun) {
        Duration left = limit.minusNanos(time.nanos() - begun);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public Optional<QueueMessage> tryNext(Receive how) {
        return tryNextBatch(how.atMost(1)).stream().findFirst();
    }

    @Override
    public List<QueueMessage> tryNextBatch(Receive how) {
        turn.check("queue.tryNext");
        Receiver by = receiver(how);
        return handOut(take(how, by), by);
    }

    private List<QueueMessage> receive(String operation, Receive how) {
        turn.check(operation);
        Receiver by = receiver(how);
        List<Entry> taken = take(how, by);
        if (taken.isEmpty()) {
            boolean waits = how.timeout().filter(Duration::isZero).isEmpty();
            return waits ? handOut(this.waits.forMessages(operation, how, by), by) : List.of();
        }
        try {
            turn.await(operation, turn.saved()); // the attempt is counted before it is made
        } catch (RuntimeException e) {
            waits.putBack(taken, by);
            throw e;
        }
        return handOut(taken, by);
    }

    private Receiver receiver(Receive how) {
        Receiver by = receivers.computeIfAbsent(turn.task(), task -> new Receiver());
        by.checkCompleted();
        if (turn.isRun()) {
            ofRun = Optional.of(how);
        }
        return by;
    }

    /** What the receiver had before has been dealt with. */
    private List<Entry> take(Receive how, Receiver by) {
        by.inFlight().forEach(messages::remove);
        return messages.take(how.names(), how.count(), how.completable(), by);
    }

    private List<QueueMessage> handOut(List<Entry> taken, Receiver by) {
        List<byte[]> bodies;
        try {
            bodies = messages.bodies(taken);
        } catch (RuntimeException e) {
            waits.putBack(taken, by);
            throw e;
        }
        List<QueueMessage> received = new ArrayList<>(taken.size());
        for (int i = 0; i < taken.size(); i++) {
            received.add(new Received(this, taken.get(i), bodies.get(i)));
        }
        return received;
    }

    @Override
    public Iterable<QueueMessage> messages(Receive how) {
        return () -> new Iterator<>() {

            private Optional<QueueMessage> next = Optional.empty();

            @Override
            public boolean hasNext() {
                if (next.isEmpty()) {
                    next = nextUnlessAborted(how);
                }
                return next.isPresent();
            }

            @Override
            public QueueMessage next() {
                hasNext();
                QueueMessage message = next.orElseThrow();
                next = Optional.empty();
                return message;
            }
        };
    }

    private Optional<QueueMessage> nextUnlessAborted(Receive how) {
        try {
            return next(how);
        } catch (RivetException e) {
            if (e.is(ErrorCode.ACTOR_ABORTED)) {
                return Optional.empty();
            }
            throw e;
        }
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

    @Override
    public void reset() {
        turn.check("queue.reset");
        messages.clear();
        senders.reset();
    }

    // ------------------------------------------------------------------ turns

    /** Work has ended well: what it had received has been dealt with, but for what it should have completed. In its last turn. */
    public void returned(Object task) {
        end(task, true);
    }

    /** Work has ended by an exception: what it had received waits again. In its last turn. */
    public void failed(Object task) {
        end(task, false);
    }

    private void end(Object task, boolean well) {
        Receiver by = receivers.isEmpty() ? null : receivers.remove(task);
        if (by == null) {
            return;
        }
        by.end();
        if (turn.isRun() && !turn.stopping()) {
            ofRun = Optional.empty();
        }
        for (Entry entry : by.inFlight()) {
            if (well && !entry.completable) {
                messages.remove(entry);
            } else {
                messages.giveBack(entry);
                waits.offer(entry);
            }
        }
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
        return ofRun.filter(how -> messages.isWaiting(how.names())).isPresent();
    }

    /** The instance has ended, and its last turn too. */
    public void close() {
        senders.close();
    }
}
