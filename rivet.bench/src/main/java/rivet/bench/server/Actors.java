package rivet.bench.server;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All actors of the null server, made when they are first asked for. */
final class Actors {

    private final Map<String, Actor> byKey = new ConcurrentHashMap<>();
    private final Store store;

    Actors(Store store) {
        this.store = store;
    }

    /** The actor that a gateway path and query name (spec/wire.md 6). */
    Actor get(String path, String query) {
        int type = path.indexOf('/', 1) + 1;
        String name = path.substring(type, path.indexOf('/', type));
        int key = query.indexOf("rvt-key=") + "rvt-key=".length();
        int end = query.indexOf('&', key);
        return byKey.computeIfAbsent(name + "/" + query.substring(key, end < 0 ? query.length() : end), this::create);
    }

    private Actor create(String id) {
        try {
            return new Actor(id, store.create(id.substring(0, id.indexOf('/')), id.substring(id.indexOf('/') + 1)));
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("cannot make actor " + id, e);
        }
    }
}
