package rivet.runtime.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import rivet.runtime.inspect.EventTap;
import rivet.runtime.meter.ActorMeters;
import rivet.runtime.sidecar.SidecarSocket;
import rivet.runtime.store.ActorStore;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Carriers;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.Factories;

/**
 * What all actors share.
 *
 * @param time all that is known of time
 * @param actorThreads runs what it is given on a virtual thread of its own
 * @param carriers what these run on
 * @param store actors' databases
 * @param factories actor types
 * @param connectionIds gives each connection its id
 * @param limits how much may pile up
 * @param changes grows with all that a snapshot would show
 * @param meters count what actors do
 * @param chains what actors' calls to each other were made for
 * @param events tells those who watch what happens in actors
 */
public record Platform(Time time, Executor actorThreads, Carriers carriers, ActorStore store, Factories factories, Supplier<String> connectionIds,
        Limits limits, LongAdder changes, ActorMeters meters, CallChains chains, EventTap events) {

    /** Makes a platform whose actors have not called anybody yet. */
    public Platform(Time time, Executor actorThreads, Carriers carriers, ActorStore store, Factories factories, Supplier<String> connectionIds,
            Limits limits, LongAdder changes, ActorMeters meters) {
        this(time, actorThreads, carriers, store, factories, connectionIds, limits, changes, meters, new CallChains(), new EventTap(actorThreads));
    }

    /** Makes a platform with meters of its own. */
    public Platform(Time time, Executor actorThreads, Carriers carriers, ActorStore store, Factories factories, Supplier<String> connectionIds,
            Limits limits, LongAdder changes) {
        this(time, actorThreads, carriers, store, factories, connectionIds, limits, changes, new ActorMeters());
    }

    /**
     * How much may pile up, and how long something may take.
     *
     * @param turns per actor
     * @param heldOutputs per actor: outputs that wait for a commit before the actor has to wait
     * @param abandonAfter how long a turn may ignore its interruption
     * @param sidecars where runtime sockets are, and what they take
     * @param moves how many actors are moved to other code at a time
     */
    public record Limits(Turns.Limits turns, int heldOutputs, Duration abandonAfter, SidecarSocket.Settings sidecars, int moves) {

        private static final int USUAL_MOVES = 16;

        /** Limits with the usual ones of runtime sockets and moves. */
        public Limits(Turns.Limits turns, int heldOutputs, Duration abandonAfter) {
            this(turns, heldOutputs, abandonAfter, SidecarSocket.Settings.USUAL, USUAL_MOVES);
        }
    }

    /** Returns a stage that completes when another does, or the time is over; on a thread of actors, as the last turn's thread still is its actor's. */
    CompletionStage<Void> orAfter(CompletionStage<Void> awaited, Duration limit) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Time.Timer timer = time.after(limit, () -> done.complete(null));
        awaited.whenComplete((ended, error) -> {
            timer.cancel();
            done.complete(null);
        });
        return done.thenApplyAsync(v -> v, actorThreads);
    }
}
