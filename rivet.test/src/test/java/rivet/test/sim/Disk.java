package rivet.test.sim;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import rivet.spi.storage.Template;

/** What is stored, whatever happens to processes. */
final class Disk implements AutoCloseable {

    private final Map<String, Volume> volumes = new LinkedHashMap<>();

    Volume openOrMake(String id, Template template) {
        return find(id).orElseGet(() -> {
            Volume made = new Volume(id, template);
            volumes.put(id, made);
            return made;
        });
    }

    /** Finds a database that was not deleted. */
    Optional<Volume> find(String id) {
        return evenDeleted(id).filter(volume -> !volume.deleted());
    }

    Optional<Volume> evenDeleted(String id) {
        return Optional.ofNullable(volumes.get(id));
    }

    void delete(String id) {
        find(id).ifPresent(Volume::delete);
    }

    @Override
    public void close() {
        volumes.values().stream().filter(volume -> !volume.deleted()).forEach(Volume::close);
    }
}
