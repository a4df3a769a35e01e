package rivet.runtime.actor;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;

import rivet.actor.AbortSignal;
import rivet.actor.ActorContext;
import rivet.actor.Connection;
import rivet.actor.Cron;
import rivet.actor.Kv;
import rivet.actor.Queue;
import rivet.actor.Schedule;
import rivet.actor.Sql;
import rivet.actor.TransactionOptions;
import rivet.actor.Work;
import rivet.client.ActorClient;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.kv.ActorKv;
import rivet.runtime.sidecar.SidecarSocket;
import rivet.runtime.time.Time;

/** What the code of one instance sees of the platform. */
final class InstanceContext implements ActorContext<Object> {

    private final Instance instance;
    private final Cell cell;
    private final Logger log;
    private final Kv<String, String> kv;
    private final Optional<SidecarSocket> socket;

    InstanceContext(Instance instance) {
        this.instance = instance;
        cell = instance.cell();
        log = new ActorLog(cell.typeName(), cell.specifier().toString());
        kv = ActorKv.of(instance.sql().platform(), cell.platform().store().maxBindBytes());
        socket = instance.code().options().runtimeSocket() && instance.code().options().database() ? Optional.of(InstanceSidecar.of(instance)) : Optional.empty();
    }

    @Override
    public String actorId() {
        return cell.start().actorId();
    }

    @Override
    public String name() {
        return cell.typeName();
    }

    @Override
    public List<String> key() {
        return cell.start().key();
    }

    @Override
    public String namespace() {
        return cell.start().namespace();
    }

    @Override
    public String region() {
        return cell.engine().region();
    }

    @Override
    public Logger log() {
        return log;
    }

    @Override
    public Clock clock() {
        return cell.platform().time().clock();
    }

    private StateHolder stateHolder(String operation) {
        instance.check(operation);
        if (!instance.definition().hasState()) {
            throw ErrorCode.ACTOR_STATE_NOT_ENABLED.error();
        }
        instance.scope().task().sawState = true;
        return instance.state();
    }

    @Override
    public Object state() {
        return stateHolder("state").get();
    }

    @Override
    public void setState(Object state) {
        StateHolder holder = stateHolder("setState");
        instance.stateChanges().checkMayChange();
        holder.set(state);
    }

    @Override
    public void updateState(UnaryOperator<Object> change) {
        StateHolder holder = stateHolder("updateState");
        instance.stateChanges().checkMayChange();
        holder.set(change.apply(holder.get()));
    }

    @Override
    public void saveState() {
        instance.check("saveState");
        instance.saves().ifPresent(saves -> saves.requests().request());
    }

    @Override
    public void saveState(Duration maxWait) {
        instance.check("saveState");
        instance.saves().ifPresent(saves -> saves.requests().requestWithin(maxWait));
    }

    @Override
    public void saveStateNow() {
        instance.check("saveStateNow");
        CompletionStage<Void> saved = instance.settlement().saveNow();
        instance.await("saveStateNow", saved);
        result(saved.toCompletableFuture());
    }

    @Override
    public void broadcast(String event, Object... args) {
        instance.check("broadcast");
        cell.connections().broadcast(instance, event, Arrays.asList(args));
    }

    @Override
    public Map<String, Connection> connections() {
        instance.check("connections");
        Map<String, Connection> all = new LinkedHashMap<>();
        cell.connections().visible().forEach(conn -> all.put(conn.id(), instance.views().of(conn)));
        return all;
    }

    @Override
    public Optional<Connection> connection() {
        instance.check("connection");
        return instance.scope().task().connection().map(instance.views()::of);
    }

    @Override
    public Connection caller() {
        return connection().orElseThrow(() -> ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "caller", "reason",
            "this turn runs on behalf of no connection"));
    }

    @Override
    public Sql sql() {
        if (!instance.code().options().database()) {
            throw ErrorCode.ACTOR_DATABASE_NOT_CONFIGURED.error();
        }
        return instance.sql();
    }

    @Override
    public <T, X extends Exception> T transaction(TransactionOptions options, Work<T, X> work) throws X {
        sql();
        return instance.sql().transactions().state(options, work);
    }

    @Override
    public Kv<String, String> kv() {
        return kv;
    }

    @Override
    public Path runtimeSocket() {
        instance.check("runtimeSocket");
        return socket.orElseThrow(() -> (instance.code().options().runtimeSocket() ? ErrorCode.ACTOR_RUNTIME_SOCKET_DATABASE_UNAVAILABLE
            : ErrorCode.ACTOR_RUNTIME_SOCKET_NOT_ENABLED).error()).path();
    }

    @Override
    public Queue queue() {
        return instance.queue();
    }

    @Override
    public Schedule schedule() {
        return instance.firing().calls();
    }

    @Override
    public Cron cron() {
        return instance.firing().jobs();
    }

    @Override
    public ActorClient client() {
        return instance.calls().client();
    }

    @Override
    public <T> T await(CompletionStage<T> result) {
        instance.await("await", result);
        return result(result.toCompletableFuture());
    }

    static <T> T result(CompletableFuture<T> done) {
        try {
            return done.join();
        } catch (CompletionException e) {
            Throwable cause = Failures.unwrap(e);
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    @Override
    public void sleep(Duration duration) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        Time.Timer timer = cell.platform().time().after(duration, () -> over.complete(null));
        try {
            instance.await("sleep", over);
        } finally {
            timer.cancel();
        }
    }

    @Override
    public <T> CompletableFuture<T> fork(Callable<T> work) {
        instance.check("fork");
        return submit(new ForkTask<>("forked work", work, instance.scope().task().connection()));
    }

    private <T> CompletableFuture<T> submit(ForkTask<T> task) {
        ActorTask from = instance.scope().task();
        task.causedBy(from.cause().plus(from.link()));
        try {
            instance.inbox().offer(task).ifPresentOrElse(Runnable::run, () -> task.refused(ErrorCode.ACTOR_ABORTED.error()));
        } catch (RivetException overloaded) {
            task.refused(overloaded);
            throw overloaded;
        }
        return task.result();
    }

    @Override
    public <T extends CompletionStage<?>> T keepAwake(T work) {
        if (instance.activity().mayBeDeclared("keepAwake")) {
            instance.activity().keepAwake(work);
        }
        return work;
    }

    @Override
    public void waitUntil(CompletionStage<?> work) {
        if (instance.activity().mayBeDeclared("waitUntil")) {
            instance.activity().waitUntil(work, false);
        }
    }

    @Override
    public void waitUntil(Callable<?> work) {
        if (instance.activity().mayBeDeclared("waitUntil")) {
            ForkTask<?> task = new ForkTask<>("background work", work, instance.scope().task().connection());
            instance.activity().waitUntil(task.result(), true);
            submit(task);
        }
    }

    @Override
    public AbortSignal abortSignal() {
        instance.check("abortSignal");
        return instance.scope().task().signal();
    }

    @Override
    public void requestSleep() {
        instance.check("requestSleep");
        cell.intents().sleep(instance);
    }

    @Override
    public void requestDestroy() {
        instance.check("requestDestroy");
        cell.intents().destroy(instance);
    }

    @Override
    public Optional<Instant> wakeTime() {
        instance.check("wakeTime");
        return instance.wakes().time();
    }

    @Override
    public void setWakeTime(Optional<Instant> at) {
        instance.check("setWakeTime");
        instance.wakes().set(at);
    }
}
