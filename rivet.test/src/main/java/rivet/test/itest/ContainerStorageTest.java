package rivet.test.itest;

import java.nio.file.Path;

import org.osgi.test.common.annotation.InjectService;

import rivet.spi.storage.Storage;
import rivet.test.storage.StorageContract;

/** The store that the platform runs on does what every store must do. */
class ContainerStorageTest extends StorageContract {

    @InjectService(timeout = 20_000)
    Storage service;

    @Override
    protected Storage start(Path folder) {
        return service;
    }

    @Override
    protected void stop(Storage storage) {
        // the platform goes on with it
    }
}
