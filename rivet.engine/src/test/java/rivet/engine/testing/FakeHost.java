package rivet.engine.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import rivet.error.ErrorCode;
import rivet.spi.engine.ActorHost;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.engine.StopCause;

/**
 * A runtime that does what the test says. It checks what an engine must not do: start a generation twice, start one while an older one
 * runs, or send work to one that does not run. Starts and stops are done at once, or, gated, when the test says so.
 */
public final class FakeHost implements ActorHost, Hosting {

    /** Answers a request. */
    public interface Handler extends BiFunction<String, HttpCall, CompletionStage<HttpReply>> {}

    /** Takes a WebSocket. */
    public interface Opener {
        SocketListener open(String actorId, SocketCall call, ClientSocket socket);
    }

    /** A start that the test ends. */
    public record Starting(ActorStart start, CompletableFuture<Void> done) {}

    /** A stop that the test ends. */
    public record Stopping(String actorId, int generation, StopCause cause, CompletableFuture<Void> done) {}

    private final Map<String, TypeStatus> types = new ConcurrentHashMap<>();
    private final Map<String, Runnable> afterStatus = new ConcurrentHashMap<>();
    private final Map<String, Integer> running = new ConcurrentHashMap<>();
    private final Map<String, Integer> newest = new ConcurrentHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final BlockingQueue<Starting> starts = new LinkedBlockingQueue<>();
    private final BlockingQueue<Stopping> stops = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> alarms = new LinkedBlockingQueue<>();
    private volatile Consumer<ActorStart> onStart = start -> {};
    private volatile Consumer<HibernatingSocket> resumer = socket -> {};
    private volatile boolean gateStarts;
    private volatile boolean gateStops;
    private volatile boolean refuse;
    private final Set<String> resuming = ConcurrentHashMap.newKeySet();
    private volatile TypeStatus otherTypes = TypeStatus.PRESENT;
    private volatile Handler handler = (id, call) -> CompletableFuture.completedFuture(
        new HttpReply(200, Map.of("x-rivet-actor", List.of(id)), HttpBody.of(("hello " + call.target()).getBytes())));
    private volatile Opener opener = (id, call, socket) -> {
        throw new NotAdmittedException(ErrorCode.ACTOR_STOPPING.error());
    };
    private volatile Engine engine;
    private volatile boolean closed;

    @Override
    public Hosting attach(Engine attached) {
        engine = attached;
        return this;
    }

    public Engine engine() {
        return engine;
    }

    /** Does something at each start. */
    public FakeHost onStart(Consumer<ActorStart> work) {
        onStart = work;
        return this;
    }

    public FakeHost gateStarts(boolean gate) {
        gateStarts = gate;
        return this;
    }

    public FakeHost gateStops(boolean gate) {
        gateStops = gate;
        return this;
    }

    /** Refuses all requests, as a generation does that is over, or no longer. */
    public void refuse(boolean all) {
        refuse = all;
    }

    public void handler(Handler work) {
        handler = work;
    }

    public void opener(Opener work) {
        opener = work;
    }

    /** Says what becomes of a socket that hibernated. */
    public void resumer(Consumer<HibernatingSocket> work) {
        resumer = work;
    }

    public void type(String name, TypeStatus status) {
        types.put(name, status);
    }

    /** Does something right after somebody has asked once more for the status of a type. */
    public void onNextStatus(String name, Runnable then) {
        afterStatus.put(name, then);
    }

    public void otherTypes(TypeStatus status) {
        otherTypes = status;
    }

    /** Returns the next start, waiting for it for some seconds. */
    public Starting nextStart() throws InterruptedException {
        return next(starts, "start");
    }

    /** Returns the next stop, waiting for it for some seconds. */
    public Stopping nextStop() throws InterruptedException {
        return next(stops, "stop");
    }

    /** Returns the id of the next actor whose alarm rang while it ran. */
    public String nextAlarm() throws InterruptedException {
        return next(alarms, "alarm");
    }

    private static <T> T next(BlockingQueue<T> queue, String what) throws InterruptedException {
        T next = queue.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no " + what + " came");
        }
        return next;
    }

    /** Forgets what was not looked at, so that a long test does not fill up. */
    public void forget() {
        starts.clear();
        stops.clear();
        newest.keySet().retainAll(running.keySet());
    }

    /** Returns how many starts were not looked at. */
    public int unseenStarts() {
        return starts.size();
    }

    /** Returns how many stops were not looked at. */
    public int unseenStops() {
        return stops.size();
    }

    public int unseenAlarms() {
        return alarms.size();
    }

    public boolean runs(String actorId) {
        return running.containsKey(actorId);
    }

    public int running() {
        return running.size();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns what the engine did wrong. */
    public List<String> faults() {
        synchronized (faults) {
            return List.copyOf(faults);
        }
    }

    private void fault(String text) {
        synchronized (faults) {
            faults.add(text);
        }
    }

    /** Makes the actors of a type go on by themselves after the end of a process, or no longer. */
    public FakeHost resumes(String name, boolean resumes) {
        if (resumes) {
            resuming.add(name);
        } else {
            resuming.remove(name);
        }
        return this;
    }

    @Override
    public boolean resumes(String typeName) {
        return types.getOrDefault(typeName, otherTypes) == TypeStatus.PRESENT && resuming.contains(typeName);
    }

    @Override
    public TypeStatus status(String typeName) {
        TypeStatus status = types.getOrDefault(typeName, otherTypes);
        Optional.ofNullable(afterStatus.remove(typeName)).ifPresent(Runnable::run);
        return status;
    }

    @Override
    public CompletionStage<Void> start(ActorStart start) {
        return start(start, List.of());
    }

    @Override
    public CompletionStage<Void> start(ActorStart start, List<HibernatingSocket> held) {
        Integer before = newest.put(start.actorId(), start.generation());
        if (before != null && before >= start.generation()) {
            fault("start of " + start + " after generation " + before);
        }
        if (running.containsKey(start.actorId())) {
            fault("start of " + start + " while generation " + running.get(start.actorId()) + " runs");
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> started = done.thenRun(() -> {
            running.put(start.actorId(), start.generation());
            held.forEach(resumer);
        });
        onStart.accept(start);
        starts.add(new Starting(start, done));
        if (!gateStarts) {
            done.complete(null);
        }
        return started;
    }

    @Override
    public CompletionStage<Void> stop(String actorId, int generation, StopCause cause) {
        if (!Integer.valueOf(generation).equals(running.get(actorId))) {
            fault("stop of " + actorId + "#" + generation + " which does not run");
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<Void> stopped = done.thenRun(() -> running.remove(actorId, generation));
        stops.add(new Stopping(actorId, generation, cause, done));
        if (!gateStops) {
            done.complete(null);
        }
        return stopped;
    }

    @Override
    public void alarm(String actorId, int generation) {
        alarms.add(actorId);
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, int generation, HttpCall call) {
        if (refuse || !Integer.valueOf(generation).equals(running.get(actorId))) {
            return CompletableFuture.failedFuture(new NotAdmittedException(ErrorCode.ACTOR_STOPPING.error()));
        }
        return handler.apply(actorId, call);
    }

    @Override
    public SocketListener open(String actorId, int generation, SocketCall call, ClientSocket socket) {
        if (refuse || !Integer.valueOf(generation).equals(running.get(actorId))) {
            throw new NotAdmittedException(ErrorCode.ACTOR_STOPPING.error());
        }
        return opener.open(actorId, call, socket);
    }

    @Override
    public void close() {
        closed = true;
        running.clear();
    }
}
