package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.runtime.store.Rows;
import rivet.runtime.store.Snapshot;
import rivet.runtime.type.ActorOptions.HookLimits;

/**
 * The start of an instance: makes it and runs its start hooks in their order (R-start-1). What a failing hook changed is undone. Done before the changes are durable:
 * whoever is answered afterwards waits for the same commit (R-start-20, R-start-21).
 */
final class StartTask extends ActorTask {

    private final Snapshot stored;
    private final byte[] givenInput;
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    StartTask(Snapshot stored, byte[] givenInput) {
        super("start", Optional.empty());
        this.stored = stored;
        this.givenInput = givenInput;
    }

    CompletionStage<Void> started() {
        return started;
    }

    @Override
    protected void body(Instance running) throws Exception {
        Migrating migrating = new Migrating(running, this, stored);
        migrating.requireReadable();
        HookLimits limits = running.code().options().hooks();
        long begun = nanos();
        Deadline.run(running, this, "createVars", limits.createVars(), running::create);
        running.meters().varsCreated(nanos() - begun);
        List<Conn> gone = running.cell().restoring().restore(stored.connections(), running);
        running.wakes().load(stored);
        running.queue().load(stored.queue().nextId(), stored.queue().messages());
        if (!stored.queue().messages().isEmpty()) {
            running.wakes().doubt();
        }
        migrating.tables();
        boolean isNew = !stored.initialized();
        // an actor keeps the input that it was created with (R-start-7)
        byte[] input = isNew ? givenInput : stored.input();
        if (running.definition().hasState()) {
            loadState(running, migrating, isNew, input);
        }
        if (isNew) {
            Deadline.runIfThere(running, this, "onCreate", limits.onCreate(), () -> running.hooks().onCreate(new CreationInput(input, running.code().mapper())));
            running.scope().row(Rows.initialized(input));
            running.saves().ifPresent(IntervalSaves::withRows); // the creation is one commit
        }
        migrating.verified();
        Deadline.runIfThere(running, this, "onWake", limits.onWake(), () -> running.hooks().onWake());
        gone.forEach(conn -> running.cell().restoring().left(conn, running));
        started.complete(null);
    }

    /** An actor whose state is missing is given its first one again (R-start-6). */
    private void loadState(Instance running, Migrating migrating, boolean isNew, byte[] input) throws Exception {
        Optional<byte[]> bytes = stored.state().filter(state -> state.length > 0);
        if (!isNew && bytes.isPresent()) {
            migrating.load(bytes.get());
        } else {
            long begun = nanos();
            Deadline.run(running, this, "createState", running.code().options().hooks().createState(),
                () -> running.state().set(running.hooks().createState(new CreationInput(input, running.code().mapper()))));
            running.meters().stateCreated(nanos() - begun);
        }
        running.stateChanges().begin();
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        RivetException error = running.errorFor(thrown, what());
        running.settlement().undo(error);
        started.completeExceptionally(error);
    }

    @Override
    protected void ignoresInterruption(Instance running, RivetException deadline) {
        running.cell().leftBehind(running);
        cutOff(deadline);
    }

    @Override
    protected void cutOff(RivetException reason) {
        started.completeExceptionally(reason);
    }

    @Override
    protected void refused(RivetException reason) {
        started.completeExceptionally(reason);
    }
}
