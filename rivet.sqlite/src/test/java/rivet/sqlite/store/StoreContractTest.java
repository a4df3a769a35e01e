package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import rivet.spi.storage.Storage;

/** The store does what every storage must do, at both levels of durability. */
class StoreContractTest {

    abstract static class AtLevel extends StorageContract {

        private RunningStore running;

        abstract boolean synced();

        @Override
        protected Storage start(Path folder) {
            running = RunningStore.start(folder, settings -> settings.synced(synced()));
            return running.store();
        }

        @Override
        protected void stop(Storage storage) {
            running.close();
        }

        @Test
        void saysWhetherItWaitsForTheDisk() {
            assertThat(storage.capabilities().powerSafe()).isEqualTo(synced());
        }
    }

    @Nested
    class Power extends AtLevel {
        @Override
        boolean synced() {
            return true;
        }
    }

    @Nested
    class Process extends AtLevel {
        @Override
        boolean synced() {
            return false;
        }
    }
}
