package rivet.client.net;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import rivet.error.RivetException;
import rivet.runtime.client.Caller;
import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;

/**
 * A program that calls actors: what it sends leaves at once, and who waits blocks.
 * <p>
 * Invariant: a life is in {@code lives} until it has ended; once {@code closed}, lives that come are ended by whoever adds them or by {@link #close}, or both.
 */
final class NetworkCaller implements Caller {

    private static final int MOST = 10_000;

    private final Executor threads;
    private final Time time;
    private final ValueMapper mapper;
    private final Set<CompletableFuture<?>> lives = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    NetworkCaller(Executor threads, Time time, ValueMapper mapper) {
        this.threads = threads;
        this.time = time;
        this.mapper = mapper;
    }

    @Override
    public void depart(String what, CompletableFuture<?> life, Consumer<Map<String, List<String>>> go) {
        if (lives.size() >= MOST) {
            throw new RivetException("client", "overloaded", "More than " + MOST + " calls and connections are under way.");
        }
        lives.add(life);
        life.whenComplete((done, failure) -> lives.remove(life));
        if (closed) {
            life.completeExceptionally(closedError());
        }
        if (!life.isDone()) {
            go.accept(Map.of());
        }
    }

    @Override
    public <T> T await(String operation, CompletableFuture<T> life) {
        try {
            return life.get();
        } catch (InterruptedException e) {
            life.cancel(false);
            Thread.currentThread().interrupt();
            throw new RivetException("client", "interrupted", "The thread was interrupted while it waited; the call may have been done.").withCause(e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    @Override
    public Executor threads() {
        return threads;
    }

    @Override
    public Executor listeners() {
        return listener -> {
            try {
                threads.execute(listener);
            } catch (RejectedExecutionException e) {
                // the client is closed: what happens to its connections is no news
            }
        };
    }

    @Override
    public Time time() {
        return time;
    }

    @Override
    public ValueMapper mapper() {
        return mapper;
    }

    void close() {
        closed = true;
        lives.forEach(life -> life.completeExceptionally(closedError()));
    }

    private static RivetException closedError() {
        return new RivetException("client", "closed", "The client was closed.");
    }
}
