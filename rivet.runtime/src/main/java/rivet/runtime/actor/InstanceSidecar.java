package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.actor.TransactionOptions;
import rivet.runtime.sidecar.SidecarSocket;
import rivet.runtime.sidecar.SidecarWork;
import rivet.runtime.store.Output;
import rivet.spi.storage.Result;

/** An instance as its runtime socket sees it. */
final class InstanceSidecar implements SidecarWork {

    private static final String WHAT = "runtime socket";

    private final Instance instance;

    private InstanceSidecar(Instance instance) {
        this.instance = instance;
    }

    /** Makes the socket of an instance; it ends with the instance. */
    static SidecarSocket of(Instance instance) {
        Cell cell = instance.cell();
        Platform platform = cell.platform();
        SidecarSocket socket = new SidecarSocket(new InstanceSidecar(instance), platform.actorThreads(), platform.time(), platform.connectionIds(),
            platform.limits().sidecars(), cell.start().actorId(), cell.start().generation());
        instance.signal().onAbort(socket::drain);
        instance.sql().transactions().onClose(() -> platform.actorThreads().execute(socket::close));
        return socket;
    }

    @Override
    public <T> CompletableFuture<T> submit(Callable<T> work) {
        return new ForkTask<>(WHAT, work, Optional.empty()).submitTo(instance);
    }

    @Override
    public void await(CompletionStage<?> stage) {
        instance.await(WHAT, stage);
    }

    @Override
    public void output(Output output) {
        instance.output(output);
    }

    @Override
    public Result run(String sql, List<Object> params) {
        return instance.sql().last(sql, params);
    }

    @Override
    public void transaction(TransactionOptions options, Runnable work) {
        instance.sql().<Void, RuntimeException> transaction(options, () -> {
            work.run();
            return null;
        });
    }
}
