package rivet.test.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.actor.Durability;

/** Knows what actors are to do later, and finds out whether they did: each at least once, and exactly once if it is done in one turn. */
final class Promises {

    private final Ledger ledger;
    private final Map<Long, Promise> all = new LinkedHashMap<>();

    Promises(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A client is about to send a message. */
    Promise message(Op op) {
        return add(new Promise(op, Optional.empty()));
    }

    /** A turn is about to schedule a call. */
    Promise call(Op op, Group in) {
        return add(new Promise(op, Optional.of(in)));
    }

    private Promise add(Promise promise) {
        all.put(promise.op().id(), promise);
        return promise;
    }

    /** It was not scheduled: that failed. */
    void takeBack(Promise promise) {
        all.remove(promise.op().id());
    }

    /** An actor begins to do it, once more perhaps. Returns what this attempt is. */
    Op begins(long id) {
        Promise promise = all.get(id);
        ledger.require(promise != null, "nobody asked for " + id);
        ledger.require(!promise.op().neverBegins(), promise + " begins after its sender was told that it never does");
        Op attempt = ledger.newOp(promise.op().actorId(), "attempt at " + id + ":" + promise.op().script());
        promise.attempts().add(attempt);
        ledger.begins(attempt);
        return attempt;
    }

    /** An attempt has failed. */
    void failed(long id) {
        all.get(id).fail();
    }

    /** Returns what must be done and is not, of actors that live. */
    List<Promise> open() {
        return all.values().stream().filter(promise -> ledger.lives(promise.op().actorId()) && isMade(promise) && done(promise) == 0 && !promise.failed()).toList();
    }

    private boolean isMade(Promise promise) {
        return promise.acknowledged() || promise.made().filter(group -> !group.isEmpty() && ledger.isDurable(group)).isPresent();
    }

    private long done(Promise promise) {
        return promise.attempts().stream().filter(attempt -> attempt.groups().stream().anyMatch(ledger::isInPartDurable)).count();
    }

    /** Everything has ended: nothing was done that was not asked for, and nothing twice that must not be. */
    void check() {
        for (Promise promise : all.values()) {
            long done = done(promise);
            ledger.require(done == 0 || !promise.op().neverKept() && !promise.op().neverBegins(), "done though it was not kept: " + promise);
            ledger.require(done == 0 || promise.made().isEmpty() || ledger.isDurable(promise.made().get()), "done though what scheduled it was undone: " + promise);
            boolean exactly = promise.isOneTurn() && promise.attempts().stream().flatMap(attempt -> attempt.groups().stream())
                .allMatch(group -> group.life().durability() == Durability.TURN);
            ledger.require(done <= 1 || !exactly, "done " + done + " times: " + promise);
        }
    }
}
