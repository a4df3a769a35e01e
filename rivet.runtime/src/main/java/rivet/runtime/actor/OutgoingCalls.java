package rivet.runtime.actor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import rivet.client.ActorClient;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.client.Caller;
import rivet.runtime.client.Handles;
import rivet.runtime.peer.EngineTransport;
import rivet.runtime.store.Output;
import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;
import rivet.spi.engine.HttpCall;

/**
 * What an instance has called and not heard of. A call is an output: it leaves when its turn is durable, and carries with it what led to it. When the instance ends,
 * so does all that is under way, so that nobody it called holds it any longer.
 * <p>
 * Invariant: a life is in {@code lives} until it has ended; once {@code ended}, lives that come are ended by whoever adds them or by {@link #end}, or both.
 */
final class OutgoingCalls implements Caller {

    private static final int MOST = 1_000;
    private static final int MOST_DEEP = 64;

    private final Instance instance;
    private final ActorClient client;
    private final Set<CompletableFuture<?>> lives = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    OutgoingCalls(Instance instance) {
        this.instance = instance;
        client = new Handles(this, new EngineTransport(instance.cell().engine(), instance.cell().start().namespace()));
    }

    ActorClient client() {
        return client;
    }

    @Override
    public void depart(String what, CompletableFuture<?> life, Consumer<Map<String, List<String>>> go) {
        instance.check("client");
        if (lives.size() >= MOST) {
            throw ErrorCode.ACTOR_OVERLOADED.error("channel", "client", "operation", what, "capacity", MOST);
        }
        ActorTask task = instance.scope().task();
        CallChain chain = task.cause().plus(task.link());
        if (chain.depth() > MOST_DEEP) {
            throw ErrorCode.ACTOR_CALL_CYCLE.error("chain", chain.toString());
        }
        CallChains chains = instance.cell().platform().chains();
        String id = instance.cell().platform().connectionIds().get();
        chains.sent(id, chain);
        lives.add(life);
        life.whenComplete((done, failure) -> {
            lives.remove(life);
            chains.over(id);
        });
        instance.output(new Departure(life, go, id));
        if (ended) {
            life.completeExceptionally(ErrorCode.ACTOR_ABORTED.error());
        }
    }

    @Override
    public <T> T await(String operation, CompletableFuture<T> life) {
        try {
            instance.await(operation, life);
        } catch (RuntimeException e) {
            life.cancel(false); // what has not left stays
            throw e;
        }
        return InstanceContext.result(life);
    }

    @Override
    public Executor threads() {
        return instance.cell().platform().actorThreads();
    }

    @Override
    public Executor listeners() {
        return listener -> instance.runInTurn("listener of a connection", listener);
    }

    @Override
    public Time time() {
        return instance.cell().platform().time();
    }

    @Override
    public ValueMapper mapper() {
        return instance.code().mapper();
    }

    /** The instance has ended. Dependents of what is under way are told by a thread of their own: they take locks of other actors. */
    void end() {
        ended = true;
        instance.turns().unfinished().forEach(task -> ((ActorTask) task).unlink());
        if (!lives.isEmpty()) {
            RivetException aborted = ErrorCode.ACTOR_ABORTED.error();
            threads().execute(() -> lives.forEach(life -> life.completeExceptionally(aborted)));
        }
    }

    /** A call on its way out. */
    private record Departure(CompletableFuture<?> life, Consumer<Map<String, List<String>>> go, String id) implements Output {

        @Override
        public void release() {
            if (!life.isDone()) {
                go.accept(Map.of(HttpCall.CAUSE, List.of(id)));
            }
        }

        @Override
        public void fail(RivetException error) {
            life.completeExceptionally(error);
        }
    }
}
