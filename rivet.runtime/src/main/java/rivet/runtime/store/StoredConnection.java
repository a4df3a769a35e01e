package rivet.runtime.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import rivet.protocol.value.CborValues;
import rivet.spi.engine.SocketId;
import rivet.value.Undefined;

/**
 * A connection that outlives the generations of its actor, as it is stored (spec/core.md 1.2 and 5.5). Values are plain ones.
 *
 * @param id id of the connection
 * @param socket name of its socket
 * @param params what the client gave; null for none
 * @param path path and query that it was opened with
 * @param headers the headers of the handshake by their names in lower case; the subprotocols are among them
 * @param state undefined for none
 * @param subscriptions names of events
 * @param handled every frame up to this one has been dealt with
 * @param handledBeyond frames above that of which this is so as well
 * @param revision grows with each change of state and subscriptions
 */
public record StoredConnection(String id, SocketId socket, Object params, String path, Map<String, List<String>> headers, Object state,
        Set<String> subscriptions, long handled, Set<Long> handledBeyond, long revision) {

    static StoredConnection of(Object[] row) {
        return new StoredConnection((String) row[0], SocketId.of(ConnectionRows.bytes(row[2]), ConnectionRows.bytes(row[3])),
            CborValues.decode(ConnectionRows.bytes(row[1])), (String) row[4], ConnectionRows.headers(CborValues.decode(ConnectionRows.bytes(row[5]))),
            ConnectionRows.bytes(row[6]).length == 0 ? Undefined.UNDEFINED : CborValues.decode(ConnectionRows.bytes(row[6])),
            new LinkedHashSet<>(names(CborValues.decode(ConnectionRows.bytes(row[8])))), (Long) row[7],
            row[10] == null ? Set.of() : new TreeSet<>(ConnectionRows.numbers(ConnectionRows.bytes(row[10]))), row[9] instanceof Long revision ? revision : 0);
    }

    private static List<String> names(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }
}
