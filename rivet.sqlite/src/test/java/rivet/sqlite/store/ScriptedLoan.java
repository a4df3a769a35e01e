package rivet.sqlite.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import rivet.spi.storage.StorageException;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;

/** A loan of nothing, which a test grants and refuses. */
final class ScriptedLoan implements Loan {

    // guarded by this
    private final List<String> seen = new ArrayList<>();
    private boolean held;
    private boolean lent;
    private boolean sound;
    private Runnable given;
    private Consumer<StorageException> refused;
    private Runnable whenGivenBack = () -> { };
    private StorageException failure;

    synchronized List<String> seen() {
        List<String> all = List.copyOf(seen);
        seen.clear();
        return all;
    }

    synchronized boolean lent() {
        return lent;
    }

    /** Lets nobody have it for now. */
    synchronized void hold() {
        held = true;
    }

    void give() {
        given.run();
    }

    void refuse(StorageException cause) {
        refused.accept(cause);
    }

    /** Is not to be opened. */
    synchronized void fail(StorageException cause) {
        failure = cause;
    }

    /** Does something, once, the next time it is given back. */
    synchronized void whenGivenBack(Runnable action) {
        whenGivenBack = action;
    }

    @Override
    public void ask(Runnable toRun, Consumer<StorageException> toTell) {
        synchronized (this) {
            seen.add("ask");
            if (held) {
                given = toRun;
                refused = toTell;
                return;
            }
        }
        toRun.run();
    }

    @Override
    public synchronized void ready() {
        if (failure != null) {
            throw failure;
        }
        seen.add("ready");
        lent = true;
        sound = true;
    }

    @Override
    public Handle handle() {
        throw new IllegalStateException("there is none");
    }

    @Override
    public synchronized boolean sound() {
        return sound;
    }

    /** Is not good for another task. */
    synchronized void spoil() {
        sound = false;
    }

    @Override
    public void giveBack() {
        Runnable action;
        synchronized (this) {
            seen.add("back");
            lent = false;
            action = whenGivenBack;
            whenGivenBack = () -> { };
        }
        action.run();
    }

    @Override
    public void end(Runnable done) {
        done.run();
    }

    @Override
    public void toStatement(Consumer<Interrupts> action) {}
}
