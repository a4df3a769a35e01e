package rivet.sqlite.store;

import java.util.function.Consumer;

import rivet.spi.storage.StorageException;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;

/** A loan of a handle that nobody else wants. */
record FixedLoan(Handle handle) implements Loan {

    @Override
    public void ask(Runnable given, Consumer<StorageException> refused) {
        given.run();
    }

    @Override
    public void ready() {}

    @Override
    public boolean sound() {
        return true;
    }

    @Override
    public void giveBack() {}

    @Override
    public void end(Runnable done) {
        done.run();
    }

    @Override
    public void toStatement(Consumer<Interrupts> action) {
        action.accept(handle.interrupts());
    }
}
