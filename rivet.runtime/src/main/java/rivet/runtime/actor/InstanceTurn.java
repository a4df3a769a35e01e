package rivet.runtime.actor;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.actor.Durability;
import rivet.error.RivetException;
import rivet.runtime.sql.Part;
import rivet.runtime.sql.StateMemory;
import rivet.runtime.sql.StateOverlay;
import rivet.runtime.sql.Turn;
import rivet.spi.storage.Transaction;

/** An instance as its SQL sees it. */
final class InstanceTurn implements Turn {

    private final Instance instance;

    InstanceTurn(Instance instance) {
        this.instance = instance;
    }

    @Override
    public void check(String operation) {
        instance.check(operation);
    }

    @Override
    public void checkAlive() {
        instance.checkAlive();
    }

    @Override
    public String actor() {
        return instance.cell().specifier() + " (" + instance.cell().typeName() + ")";
    }

    @Override
    public Object task() {
        return instance.scope().task();
    }

    @Override
    public Optional<RivetException> interruption() {
        return instance.turns().interruption(instance.scope().task());
    }

    @Override
    public boolean isAtomic() {
        // a start is all or nothing whatever the durability, so that an actor that cannot be migrated is as it was
        return instance.durability() == Durability.TURN || instance.scope().task() instanceof StartTask;
    }

    @Override
    public Optional<Transaction> transaction() {
        return instance.scope().transaction();
    }

    @Override
    public Transaction open() {
        return instance.scope().open();
    }

    @Override
    public void fail(RivetException cause) {
        if (isAtomic()) {
            instance.scope().lose(cause);
        }
    }

    @Override
    public void commitSoFar(boolean withState) {
        if (withState) {
            instance.saves().ifPresent(IntervalSaves::withRows);
        }
        instance.settlement().settle();
    }

    @Override
    public void saveState() {
        instance.saves().ifPresent(IntervalSaves::now);
    }

    @Override
    public void undo(RivetException cause) {
        if (isAtomic()) {
            instance.settlement().undo(cause);
        } else {
            instance.scope().undo();
        }
    }

    @Override
    public void changedIn(long number) {
        instance.scope().task().changedIn(number);
    }

    @Override
    public void await(String operation, CompletionStage<?> stage) {
        instance.await(operation, stage);
    }

    @Override
    public RivetException named(RivetException error) {
        return error.withActor(instance.cell().specifier());
    }

    @Override
    public Mark mark() {
        return instance.scope().mark();
    }

    @Override
    public Part cut(Mark since) {
        return instance.scope().cut(since);
    }

    @Override
    public void add(Part part) {
        instance.scope().add(part);
    }

    @Override
    public StateMemory remember() {
        return new RememberedState(instance);
    }

    @Override
    public StateOverlay overlay() {
        return new TransactionState(instance);
    }
}
