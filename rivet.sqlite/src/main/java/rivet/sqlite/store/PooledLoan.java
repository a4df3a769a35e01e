package rivet.sqlite.store;

import java.util.Optional;
import java.util.function.Consumer;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Handle;
import rivet.sqlite.connection.Interrupts;
import rivet.sqlite.store.HandlePool.Eldest;

/**
 * The file of one open database, lent by the pool. A handle that has seen the disk fail does not go back: the next use opens the file anew, and one that
 * was found damaged is set aside. After a failure that leaves open what is in the file, nothing is done any more until the database is opened again.
 */
final class PooledLoan implements Loan, HandlePool.Borrower<Handle> {

    private final DatabaseId id;
    private final HandlePool<Handle> pool;
    private final FileOpener opener;

    // by whoever has the file
    private Optional<Template> template;
    private Optional<Eldest<Handle>> eldest = Optional.empty();
    private Optional<StorageException> broken = Optional.empty();
    private Runnable given;
    private Consumer<StorageException> refused;

    // set by whoever has the file, read by anybody
    private volatile Handle handle;

    /** Makes one for a database that is made by the template at its first use, if there is none. */
    PooledLoan(DatabaseId id, Template template, HandlePool<Handle> pool, FileOpener opener) {
        this.id = id;
        this.template = Optional.of(template);
        this.pool = pool;
        this.opener = opener;
    }

    @Override
    public void ask(Runnable toRun, Consumer<StorageException> toTell) {
        if (broken.isPresent()) {
            toTell.accept(broken());
            return;
        }
        given = toRun;
        refused = toTell;
        pool.borrow(id, this);
    }

    @Override
    public void lent(Optional<Handle> open, Optional<Eldest<Handle>> toClose) {
        handle = open.orElse(null);
        eldest = toClose;
        given.run();
    }

    @Override
    public void refused(StorageException cause) {
        refused.accept(cause);
    }

    @Override
    public void ready() {
        makeRoom();
        if (handle == null) {
            try {
                handle = opener.open(id, template);
            } catch (StorageException e) {
                breakIfDamaged(e);
                pool.gone(id);
                throw e;
            }
        }
        template = Optional.empty();
    }

    @Override
    public Handle handle() {
        return handle;
    }

    @Override
    public boolean sound() {
        return handle.sound();
    }

    @Override
    public void giveBack() {
        makeRoom();
        Handle done = handle;
        handle = null;
        if (done == null) {
            pool.gone(id);
        } else if (done.sound()) {
            pool.giveBack(id, done);
        } else {
            discard(done);
        }
    }

    private void discard(Handle done) {
        broken = done.broken();
        opener.close(id, done);
        if (done.damaged()) {
            try {
                opener.examine(id);
            } catch (StorageException e) {
                breakIfDamaged(e);
            }
        }
        pool.gone(id);
    }

    private void breakIfDamaged(StorageException cause) {
        if (cause.kind() == Kind.CORRUPT) {
            broken = Optional.of(cause);
        }
    }

    private void makeRoom() {
        eldest.ifPresent(closing -> {
            opener.close(closing.id(), closing.handle());
            pool.gone(closing.id());
        });
        eldest = Optional.empty();
    }

    private StorageException broken() {
        StorageException cause = broken.orElseThrow();
        Kind kind = cause.kind() == Kind.CORRUPT ? Kind.CORRUPT : Kind.IO;
        return new StorageException(kind, "the database must be opened again after: " + cause.getMessage(), cause);
    }

    /** The next to open the database may find its handle, if that is as good as new. */
    @Override
    public void end(Runnable done) {
        pool.take(id, resting -> {
            resting.ifPresent(open -> {
                if (open.rest()) {
                    pool.giveBack(id, open);
                } else {
                    opener.close(id, open);
                    pool.gone(id);
                }
            });
            done.run();
        });
    }

    @Override
    public void toStatement(Consumer<Interrupts> action) {
        Handle now = handle;
        if (now != null) {
            action.accept(now.interrupts());
        }
    }
}
