package rivet.runtime.host;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.Cell;
import rivet.runtime.time.Time;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.wire.ActorHttp;
import rivet.runtime.wire.ActorSockets;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.engine.StopCause;

/** What one engine does with the actors of this process. */
final class AttachedEngine implements Hosting {

    private static final Logger log = LoggerFactory.getLogger(AttachedEngine.class);
    private static final Duration OLDER_LIMIT = Duration.ofSeconds(10);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(40);
    private static final Duration WATCH_EVERY = Duration.ofMillis(250);

    private final Host host;
    private final Engine engine;
    private final Cells cells = new Cells();
    private final ActorHttp http;
    private final ActorSockets sockets = new ActorSockets();
    private volatile boolean closed;

    AttachedEngine(Host host, Engine engine, String version) {
        this.host = host;
        this.engine = engine;
        http = new ActorHttp(version);
    }

    Engine engine() {
        return engine;
    }

    List<Cell> cells() {
        return cells.all();
    }

    /** Returns the newest generation of an actor, if it is here. */
    Optional<Cell> cell(String actorId) {
        return cells.find(actorId);
    }

    @Override
    public TypeStatus status(String typeName) {
        return host.platform().factories().status(typeName);
    }

    @Override
    public boolean resumes(String typeName) {
        return host.platform().factories().best(typeName).map(FactoryGeneration::hasRunHandler).orElse(false);
    }

    @Override
    public CompletionStage<Void> start(ActorStart start) {
        Cell cell = new Cell(host.platform(), start, engine, host.stuck());
        List<Cell> older;
        try {
            if (closed) {
                throw ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier());
            }
            older = cells.enter(cell);
        } catch (RivetException e) {
            return CompletableFuture.failedFuture(e);
        }
        return afterOlder(cell, older).thenCompose(free -> cell.begin()).whenComplete((started, error) -> {
            if (error != null) {
                cells.leave(cell);
            }
        });
    }

    /** Two generations never run at once: the older ones are lost, and this one waits for their end (R-reg-3). */
    private CompletionStage<Void> afterOlder(Cell cell, List<Cell> older) {
        if (older.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> free = new CompletableFuture<>();
        Time.Timer timer = host.platform().time().after(OLDER_LIMIT, () -> free.completeExceptionally(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier())));
        CompletableFuture.allOf(older.stream().map(old -> {
            log.warn("actor {}: generation {} is still here while {} starts", cell.start().actorId(), old.start().generation(), cell.start().generation());
            return stop(old, StopCause.LOST).toCompletableFuture();
        }).toArray(CompletableFuture[]::new)).whenComplete((ended, error) -> {
            timer.cancel();
            free.complete(null);
        });
        return free;
    }

    @Override
    public CompletionStage<Void> stop(String actorId, int generation, StopCause cause) {
        return cells.find(actorId, generation).map(cell -> stop(cell, cause)).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    private CompletionStage<Void> stop(Cell cell, StopCause cause) {
        return cell.stop(cause).thenRun(() -> cells.leave(cell));
    }

    @Override
    public void alarm(String actorId, int generation) {
        cells.find(actorId, generation).ifPresent(Cell::alarm);
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, int generation, HttpCall call) {
        return cells.find(actorId, generation).map(cell -> http.handle(cell, call)).orElseGet(() -> CompletableFuture.failedStage(gone(actorId)));
    }

    @Override
    public SocketListener open(String actorId, int generation, SocketCall call, ClientSocket socket) {
        return sockets.open(cells.find(actorId, generation).orElseThrow(() -> gone(actorId)), call, socket);
    }

    private static NotAdmittedException gone(String actorId) {
        return new NotAdmittedException(ErrorCode.ACTOR_NOT_FOUND.error("resource", "instance", "id", actorId));
    }

    /** Looks after turns that do not end, again and again. */
    void watch() {
        Set<Thread> holding = new HashSet<>();
        for (Cell cell : cells.all()) {
            cell.watch().ifPresent(holding::add);
        }
        host.stuck().sweep(holding);
        if (!closed) {
            host.platform().time().after(WATCH_EVERY, this::watch);
        }
    }

    @Override
    public void close() {
        closed = true;
        host.platform().factories().giveUpAll(); // or the stop of what has not started yet would wait for its start, and that for code
        host.waitFor(cells.all().stream().map(cell -> stop(cell, StopCause.GOING_AWAY).toCompletableFuture()).toList(), CLOSE_LIMIT);
        host.detached(this);
    }
}
