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
import rivet.runtime.actor.Cell;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.wire.ActorHttp;
import rivet.runtime.wire.ActorSockets;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HibernatingSocket;
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
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(40);
    private static final Duration WATCH_EVERY = Duration.ofMillis(250);

    private final Host host;
    private final Engine engine;
    private final Registry<Cell> registry;
    private final ActorHttp http;
    private final ActorSockets sockets;
    private volatile boolean closed;

    AttachedEngine(Host host, Engine engine, String version, boolean probes) {
        this.host = host;
        this.engine = engine;
        registry = new Registry<>(host.platform().time());
        http = new ActorHttp(version, host.routes(), host.access());
        sockets = new ActorSockets(probes, host.routes(), host.access());
    }

    Engine engine() {
        return engine;
    }

    List<Cell> cells() {
        return registry.all();
    }

    /** Returns the newest generation of an actor, if it is here. */
    Optional<Cell> cell(String actorId) {
        return registry.find(actorId);
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
        return start(start, List.of());
    }

    @Override
    public CompletionStage<Void> start(ActorStart start, List<HibernatingSocket> held) {
        return registry.start(new Cell(host.platform(), start, engine, host.stuck(), held, sockets));
    }

    @Override
    public CompletionStage<Void> stop(String actorId, int generation, StopCause cause) {
        return registry.stop(actorId, generation, cause);
    }

    @Override
    public void alarm(String actorId, int generation) {
        registry.find(actorId, generation).ifPresent(Cell::alarm);
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, int generation, HttpCall call) {
        return registry.find(actorId, generation).map(cell -> http.handle(cell, call)).orElseGet(() -> CompletableFuture.failedStage(gone(actorId)));
    }

    @Override
    public SocketListener open(String actorId, int generation, SocketCall call, ClientSocket socket) {
        return sockets.open(registry.find(actorId, generation).orElseThrow(() -> gone(actorId)), call, socket);
    }

    private static NotAdmittedException gone(String actorId) {
        return new NotAdmittedException(ErrorCode.ACTOR_NOT_FOUND.error("resource", "instance", "id", actorId));
    }

    /** Looks after turns that do not end, again and again. */
    void watch() {
        Set<Thread> holding = new HashSet<>();
        for (Cell cell : registry.all()) {
            cell.watch().ifPresent(holding::add);
        }
        host.stuck().sweep(holding);
        host.rollouts().look();
        if (!closed) {
            host.platform().time().after(WATCH_EVERY, this::watch);
        }
    }

    @Override
    public void close() {
        closed = true;
        registry.all().forEach(Cell::letSocketsGo);
        host.platform().factories().giveUpAll(); // or the stop of what has not started yet would wait for its start, and that for code
        host.waitFor(registry.close(StopCause.GOING_AWAY).stream().map(CompletionStage::toCompletableFuture).toList(), CLOSE_LIMIT);
        host.detached(this);
    }
}
