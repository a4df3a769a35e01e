package rivet.sqlite.store;

import java.util.function.Consumer;

import rivet.spi.storage.StorageException;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;

/** Where an open database gets its file from while it works. Used by one thread at a time, but for {@link #toStatement}. */
interface Loan {

    /** Asks for the file. Exactly one of the two is called, once, with no lock held, perhaps at once. */
    void ask(Runnable given, Consumer<StorageException> refused);

    /** Opens the file that was given if it is not open, on a thread of the store. Fails with a {@link StorageException}; the loan is over then. */
    void ready();

    /** Returns the open file, between {@link #ready} and {@link #giveBack}. */
    Handle handle();

    /** Returns whether the open file is good for another task; else it must be given back and asked for again. */
    boolean sound();

    /** Lets others have the handle. Also after a file that was given but not made ready. */
    void giveBack();

    /** Gives the file up for good, when it is not lent; {@code done} is called once, on any thread. */
    void end(Runnable done);

    /** Does something to the statement that runs; for any thread. */
    void toStatement(Consumer<Interrupts> action);
}
