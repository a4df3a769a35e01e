package rivet.test.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Capabilities;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

/** The store as one process sees it. What goes wrong is decided by the seed. */
final class SimStorage implements Storage {

    private final SimProcess process;
    private final Disk disk;
    private final Faults faults;
    private final Ledger ledger;
    private final Map<String, SimDatabase> open = new LinkedHashMap<>();

    /**
     * Makes a store.
     *
     * @param ledger hears of each commit, whether or not its caller will
     */
    SimStorage(SimProcess process, Disk disk, Faults faults, Ledger ledger) {
        this.process = process;
        this.disk = disk;
        this.faults = faults;
        this.ledger = ledger;
    }

    SimProcess process() {
        return process;
    }

    Faults faults() {
        return faults;
    }

    void committed(Volume volume) {
        ledger.committed(volume);
    }

    void lost(Volume volume) {
        ledger.transactionLost(volume.id(), process.name());
        notCommitted(volume);
    }

    void notCommitted(Volume volume) {
        ledger.commitFailed(volume.id(), process.name());
    }

    /** Returns whether nobody else has written since this process has read what it believes to be stored. */
    boolean isCurrent(String actorId) {
        return Optional.ofNullable(open.get(actorId)).filter(SimDatabase::isCurrent).isPresent();
    }

    /** Returns the handles that are open. */
    List<SimDatabase> handles() {
        return List.copyOf(open.values());
    }

    void closed(SimDatabase database) {
        open.remove(database.volume().id(), database);
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities("3", Long.MAX_VALUE, true, true);
    }

    @Override
    public CompletionStage<Database> open(DatabaseId id, Template template) {
        CompletableFuture<Database> result = new CompletableFuture<>();
        process.start("open", () -> {
            process.sleep(faults.nanos());
            if (faults.ofOther(false) != Faults.Fate.DONE) {
                process.scheduler().say("store " + name(id) + " cannot be opened");
                result.completeExceptionally(new StorageException(Kind.IO, "cannot be opened"));
                return;
            }
            Optional<SimDatabase> other = Optional.ofNullable(open.get(name(id)));
            if (other.isPresent()) {
                process.scheduler().say("store " + name(id) + " is open still: waiting for it to be closed");
                other.get().closed().whenComplete((done, error) -> open(id, template).whenComplete((database, failure) -> pass(result, database, failure)));
                return;
            }
            if (disk.evenDeleted(name(id)).filter(Volume::deleted).isPresent()) {
                result.completeExceptionally(new StorageException(Kind.NOT_FOUND, "deleted")); // by another process: this one was cut off
                return;
            }
            Volume volume = disk.openOrMake(name(id), template);
            // what another process has begun and not committed is gone with its connection
            volume.writer().ifPresent(SimDatabase::lose);
            SimDatabase opened = new SimDatabase(this, volume);
            open.put(name(id), opened);
            result.complete(opened);
        });
        return result;
    }

    private static void pass(CompletableFuture<Database> to, Database database, Throwable failure) {
        if (failure == null) {
            to.complete(database);
        } else {
            to.completeExceptionally(failure);
        }
    }

    private static String name(DatabaseId id) {
        return switch (id) {
            case DatabaseId.Actor(String actorId) -> actorId;
            case DatabaseId.Platform(String name) -> "platform" + name;
        };
    }

    @Override
    public CompletionStage<List<Result>> read(DatabaseId id, List<Statement> queries, Duration limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> exists(DatabaseId id) {
        return CompletableFuture.completedFuture(disk.find(name(id)).isPresent());
    }

    @Override
    public CompletionStage<Void> delete(DatabaseId id) {
        if (open.containsKey(name(id))) {
            process.scheduler().violated(new Violation("actor " + name(id) + " is deleted while its database is open"));
        }
        disk.delete(name(id));
        return CompletableFuture.completedFuture(null);
    }
}
