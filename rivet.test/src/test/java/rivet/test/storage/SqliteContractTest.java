package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import rivet.spi.storage.Storage;

/** The store of {@code rivet.sqlite}, at both levels of durability and behind two kinds of difficulties, does what every store must do. */
class SqliteContractTest {

    abstract static class Local extends RestartContract {

        private LocalStore local;

        abstract boolean synced();

        Storage wrapped(LocalStore store) {
            return store.storage();
        }

        @Override
        protected Storage start(Path folder) {
            local = new LocalStore(folder, synced());
            return wrapped(local);
        }

        @Override
        protected void stop(Storage storage) {
            local.close();
        }

        @Test
        void saysWhetherItWaitsForTheDisk() {
            assertThat(storage.capabilities().powerSafe()).isEqualTo(synced());
        }
    }

    @Nested
    class Power extends Local {
        @Override
        boolean synced() {
            return true;
        }
    }

    @Nested
    class Process extends Local {
        @Override
        boolean synced() {
            return false;
        }
    }

    /** Calls that are still on their way when the store stops never reach it, so what a restart promises is not asked here. */
    @Nested
    class Slow extends StorageContract {

        private LocalStore local;

        @Override
        protected Storage start(Path folder) {
            local = new LocalStore(folder, false);
            return new FaultyStorage(local.storage(), new SeededFaults(1, new SeededFaults.Rates(0, 0, 0, 0.5, Duration.ofMillis(3))), local.later());
        }

        @Override
        protected void stop(Storage storage) {
            local.close();
        }
    }

    @Nested
    class Remote extends Local {
        @Override
        boolean synced() {
            return false;
        }

        @Override
        Storage wrapped(LocalStore store) {
            return new RemoteStorage(store.storage());
        }

        @Override
        protected boolean stopsStatements() {
            return false;
        }
    }
}
