package rivet.test.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.ActorTally;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.DatabaseId;

/** The engine that drives the actors of one process, as it sees them; what must outlive the process is in the {@link Directory}. */
final class SimEngine implements Engine {

    /** What an actor is doing. */
    enum Status {
        SLEEPING, STARTING, RUNNING, STOPPING
    }

    /** A request that waits for its actor. */
    private record Held(HttpCall call, CompletableFuture<HttpReply> result) {}

    /** An actor, as long as this engine lives. */
    private static final class Actor {

        private final Directory.Entry entry;
        private final List<Held> held = new ArrayList<>();
        private final List<Integer> lost = new ArrayList<>();
        private Status status = Status.SLEEPING;
        private int started;
        private int failures;
        private boolean destroy;
        private boolean tired;

        Actor(Directory.Entry entry) {
            this.entry = entry;
        }
    }

    private static final int HELD = 50;
    private static final int FAILURES = 3;

    private final SimNode node;
    private final Scheduler scheduler;
    private final Directory directory;
    private final SimStorage storage;
    private final Map<String, Actor> actors = new LinkedHashMap<>();
    private final Map<Object, String> expected = new LinkedHashMap<>();
    private boolean up;
    private boolean ending;

    SimEngine(SimNode node, Directory directory, SimStorage storage) {
        this.node = node;
        this.directory = directory;
        this.storage = storage;
        scheduler = node.process().scheduler();
    }

    void up() {
        up = true;
        directory.living().forEach(this::watch);
    }

    /** The engine takes no more requests: the process is about to end, or was given up. */
    void leave() {
        ending = true;
        actors.values().forEach(this::refuseHeld);
    }

    boolean takesRequests() {
        return up && !ending;
    }

    /** Returns the starts and stops that have not been answered. */
    List<String> unanswered() {
        return List.copyOf(expected.values());
    }

    Status status(String actorId) {
        return actors.containsKey(actorId) ? actors.get(actorId).status : Status.SLEEPING;
    }

    /** Returns the generation of an actor that was started here last. */
    int started(String actorId) {
        return actors.get(actorId).started;
    }

    private Actor actor(Directory.Entry entry) {
        return actors.computeIfAbsent(entry.id(), id -> new Actor(entry));
    }

    /** Notes that an answer is expected. */
    private <T> CompletionStage<T> expect(String what, CompletionStage<T> stage) {
        Object token = new Object();
        expected.put(token, what);
        return stage.whenComplete((value, error) -> {
            if (expected.remove(token) == null) {
                scheduler.violated(new Violation(what + " is answered twice"));
            }
            scheduler.say(what + (error == null ? " is done" : " failed: " + error.getMessage()));
        });
    }

    // ------------------------------------------------------------------ start and stop

    private void wake(Actor actor) {
        if (actor.status != Status.SLEEPING || actor.entry.destroyed() || ending) {
            return;
        }
        actor.status = Status.STARTING;
        begin(actor);
    }

    private void begin(Actor actor) {
        int generation = actor.entry.raise();
        actor.started = generation;
        actor.tired = false;
        ActorStart start = new ActorStart(actor.entry.id(), generation, "default", actor.entry.type(), List.of(actor.entry.key()), new byte[0]);
        scheduler.say("start " + start);
        expect("start of " + start, node.hosting().start(start)).whenComplete((ready, error) -> {
            if (actor.entry.generation() != generation) {
                return; // was lost
            }
            if (error != null) {
                actor.status = Status.SLEEPING;
                actor.failures++;
                after(actor);
                return;
            }
            actor.status = Status.RUNNING;
            actor.failures = 0;
            if (actor.destroy) {
                stop(actor, StopCause.DESTROY);
            } else if (actor.tired) {
                stop(actor, StopCause.SLEEP_INTENT);
            } else {
                offerHeld(actor);
                ringIfDue(actor);
            }
        });
    }

    private void stop(Actor actor, StopCause cause) {
        scheduler.say("stop " + actor.entry + " " + cause);
        actor.status = Status.STOPPING;
        actor.destroy |= cause.destroys();
        tellToStop(actor, cause, "");
    }

    private void tellToStop(Actor actor, StopCause cause, String when) {
        int generation = actor.entry.generation();
        expect("stop of " + actor.entry + " " + cause + when, node.hosting().stop(actor.entry.id(), generation, cause)).whenComplete((done, error) -> {
            if (actor.entry.generation() == generation && actor.status != Status.SLEEPING) {
                actor.status = Status.SLEEPING;
                after(actor);
            }
        });
    }

    /** An actor sleeps: what comes next? */
    private void after(Actor actor) {
        if (actor.destroy && !actor.entry.destroyed()) {
            actor.entry.destroy();
            scheduler.say("destroyed " + actor.entry);
            // what is lost may not have ended, if the start after it failed
            CompletableFuture.allOf(actor.lost.stream().map(generation -> expect("end of lost " + actor.entry.id() + "#" + generation,
                node.hosting().stop(actor.entry.id(), generation, StopCause.LOST)).toCompletableFuture()).toArray(CompletableFuture[]::new))
                .whenComplete((done, error) -> storage.delete(new DatabaseId.Actor(actor.entry.id())));
        }
        if (actor.entry.destroyed() || actor.failures >= FAILURES || ending) {
            actor.failures = 0;
            refuseHeld(actor);
        } else if (!actor.held.isEmpty() || isDue(actor.entry)) {
            node.process().after(Duration.ofMillis(50), () -> wake(actor));
        }
    }

    @Override
    public void intendSleep(String actorId, int generation) {
        scheduler.say("intends to sleep: " + actorId + "#" + generation);
        intend(actorId, generation, StopCause.SLEEP_INTENT);
    }

    @Override
    public void intendStop(String actorId, int generation, Optional<String> error) {
        scheduler.say("intends to stop: " + actorId + "#" + generation + error.map(e -> " because of " + e).orElse(""));
        intend(actorId, generation, error.isPresent() ? StopCause.SLEEP_INTENT : StopCause.STOP_INTENT);
    }

    private void intend(String actorId, int generation, StopCause cause) {
        Actor actor = actors.get(actorId);
        if (actor == null || actor.entry.generation() != generation) {
            return;
        }
        node.process().start("intent", () -> {
            if (actor.entry.generation() == generation && actor.status == Status.RUNNING) {
                stop(actor, cause);
            } else if (actor.entry.generation() == generation && cause.destroys()) {
                destroyOnce(actor, cause);
            } else if (actor.entry.generation() == generation) {
                actor.tired = true; // it is told to stop as soon as it has started
            }
        });
    }

    private void destroyOnce(Actor actor, StopCause cause) {
        actor.destroy = true;
        if (actor.status == Status.STOPPING) {
            tellToStop(actor, cause, " while it stops");
        }
    }

    /** An operator puts an actor to sleep. */
    void putToSleep(Directory.Entry entry, StopCause cause) {
        Actor actor = actor(entry);
        if (actor.status == Status.RUNNING) {
            stop(actor, cause);
        } else if (actor.status == Status.STARTING) {
            // a stop may come while it starts: it waits for the end of that (R-reg-21)
            tellToStop(actor, cause, " in its start");
        }
    }

    /** An operator destroys an actor. */
    void destroy(Directory.Entry entry) {
        Actor actor = actor(entry);
        if (actor.status == Status.RUNNING) {
            stop(actor, StopCause.DESTROY);
        } else if (actor.status == Status.SLEEPING) {
            actor.destroy = true;
            after(actor);
        } else {
            destroyOnce(actor, StopCause.DESTROY);
        }
    }

    /** The engine believes that an actor is lost, and starts its next generation, here, without a stop. */
    void lose(Directory.Entry entry) {
        Actor actor = actor(entry);
        if (!ending && (actor.status == Status.RUNNING || actor.status == Status.STOPPING)) {
            scheduler.say("lost " + entry);
            actor.lost.add(entry.generation());
            actor.status = Status.STARTING;
            begin(actor);
        }
    }

    // ------------------------------------------------------------------ requests

    /** Carries a request to an actor, waking it if it sleeps. */
    CompletableFuture<HttpReply> request(Directory.Entry entry, HttpCall call) {
        CompletableFuture<HttpReply> result = new CompletableFuture<>();
        offer(actor(entry), new Held(call, result));
        return result;
    }

    private void offer(Actor actor, Held request) {
        if (actor.entry.destroyed() || !takesRequests() || actor.held.size() >= HELD) {
            refuse(actor, request);
            return;
        }
        if (actor.status != Status.RUNNING) {
            actor.held.add(request);
            wake(actor);
            return;
        }
        int generation = actor.entry.generation();
        node.hosting().request(actor.entry.id(), generation, request.call).whenComplete((reply, error) -> {
            if (error == null) {
                request.result.complete(reply);
            } else if (error instanceof NotAdmittedException refused) {
                notAdmitted(actor, request, generation, refused);
            } else {
                scheduler.violated(new Violation("a request failed with " + error, error));
            }
        });
    }

    /** A request was not let in: that generation is about to stop, or has stopped, so it waits for the next. */
    private void notAdmitted(Actor actor, Held request, int generation, NotAdmittedException refused) {
        if (refused.reason().is(ErrorCode.ACTOR_OVERLOADED)) {
            request.result.completeExceptionally(refused);
        } else if (actor.entry.destroyed() || !takesRequests() || actor.held.size() >= HELD) {
            refuse(actor, request);
        } else if (actor.entry.generation() == generation && actor.status == Status.RUNNING) {
            actor.held.add(request);
        } else {
            offer(actor, request);
        }
    }

    private void offerHeld(Actor actor) {
        List<Held> requests = new ArrayList<>(actor.held);
        actor.held.clear();
        requests.forEach(request -> offer(actor, request));
    }

    private void refuseHeld(Actor actor) {
        List<Held> requests = new ArrayList<>(actor.held);
        actor.held.clear();
        requests.forEach(request -> refuse(actor, request));
    }

    private static void refuse(Actor actor, Held request) {
        ErrorCode why = actor.entry.destroyed() ? ErrorCode.ACTOR_NOT_FOUND : ErrorCode.GUARD_SERVICE_UNAVAILABLE;
        request.result.completeExceptionally(new NotAdmittedException(why == ErrorCode.ACTOR_NOT_FOUND ? why.error("resource", "actor", "id", actor.entry.id()) : why.error()));
    }

    // ------------------------------------------------------------------ alarms

    /** Takes its time. It does not fail: who waits for a turn that came to nothing for that is told so, but the ledger is not. */
    @Override
    public CompletionStage<Void> setAlarm(String actorId, int generation, Optional<Instant> at) {
        Directory.Entry entry = directory.find(actorId).orElseThrow();
        CompletableFuture<Void> set = new CompletableFuture<>();
        node.process().start("alarm", () -> {
            node.process().sleep(node.world().faults().nanos());
            if (entry.generation() == generation) {
                scheduler.say("alarm of " + entry + ": " + at.map(Instant::toString).orElse("none"));
                entry.setAlarm(at);
                watch(entry);
            }
            set.complete(null);
        });
        return set;
    }

    /** Has somebody look when the alarm of an actor is due. */
    private void watch(Directory.Entry entry) {
        entry.alarm().ifPresent(at -> node.world().outside().after(Duration.between(node.process().clock().instant(), at), () -> due(entry)));
    }

    private void due(Directory.Entry entry) {
        if (node.process().alive() && takesRequests() && isDue(entry)) {
            node.process().start("alarm", () -> {
                Actor actor = actor(entry);
                ringIfDue(actor);
                wake(actor);
            });
        }
    }

    private boolean isDue(Directory.Entry entry) {
        return !entry.destroyed() && entry.alarm().filter(at -> !at.isAfter(node.process().clock().instant())).isPresent();
    }

    private void ringIfDue(Actor actor) {
        if (actor.status == Status.RUNNING && isDue(actor.entry)) {
            scheduler.say("alarm of " + actor.entry + " rings");
            node.hosting().alarm(actor.entry.id(), actor.entry.generation());
        }
    }

    // ------------------------------------------------------------------ the rest of the seam

    @Override
    public String region() {
        return "sim";
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String actorId) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String namespace, String name, List<String> key) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<ActorRecord> create(String namespace, String name, List<String> key, byte[] input, boolean orGet) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public CompletionStage<Page> list(ActorQuery query) {
        return CompletableFuture.completedFuture(new Page(List.of(), Optional.empty()));
    }

    @Override
    public CompletionStage<List<ActorTally>> tallies() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> reschedule(String actorId) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public CompletionStage<Void> sleep(String actorId) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public CompletionStage<Void> destroy(String actorId) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, HttpCall call) {
        return request(directory.find(actorId).orElseThrow(), call);
    }

    /** Simulated actors have no connections. */
    @Override
    public CompletionStage<SocketListener> open(String actorId, SocketCall call, ClientSocket socket) {
        return CompletableFuture.failedFuture(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }
}
