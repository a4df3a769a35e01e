package rivet.runtime.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.protocol.value.CborValues;
import rivet.spi.engine.SocketId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** The statements that read and write connections: the original's tables, and one of ours for what they have no room for. */
public final class ConnectionRows {

    static final Statement LOAD = Statement.of("""
        SELECT c.conn_id, c.parameters, c.gateway_id, c.request_id, c.request_path, c.request_headers, s.state, s.server_message_index, s.subscriptions,
            j.revision, j.handled
        FROM _rivet_conns c JOIN _rivet_conn_state s ON s.conn_id = c.conn_id LEFT JOIN _rivet_j_conn j ON j.conn_id = c.conn_id
        ORDER BY c.conn_id""");

    private ConnectionRows() {}

    static List<StoredConnection> read(Result rows) {
        return rows.rows().stream().map(StoredConnection::of).toList();
    }

    /** The half that never changes: written once. */
    public static Statement insert(String id, SocketId socket, Object params, String path, Map<String, List<String>> headers) {
        return Statement.of("""
            INSERT INTO _rivet_conns (conn_id, parameters, gateway_id, request_id, request_path, request_headers) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (conn_id) DO NOTHING""", id, CborValues.encodeExact(params), socket.gatewayBytes(), socket.requestBytes(), path,
            CborValues.encodeExact(values(headers)));
    }

    /**
     * The half that changes. The original's index of the other direction is of no use: nothing that is sent is repeated.
     *
     * @param state encoded; no bytes for none
     */
    public static Statement state(String id, byte[] state, Collection<String> subscriptions, long handled) {
        return Statement.of("""
            INSERT INTO _rivet_conn_state (conn_id, state, server_message_index, client_message_index, subscriptions) VALUES (?, ?, ?, 0, ?)
            ON CONFLICT (conn_id) DO UPDATE SET state = excluded.state, server_message_index = excluded.server_message_index,
                subscriptions = excluded.subscriptions""", id, state, handled, CborValues.encodeExact(new ArrayList<>(subscriptions)));
    }

    /** How far the frames have been dealt with, where nothing else has changed. */
    public static Statement handled(String id, long index) {
        return Statement.of("UPDATE _rivet_conn_state SET server_message_index = ? WHERE conn_id = ?", index, id);
    }

    /** What is ours: which frames above that have been dealt with, and the number of the change. */
    public static Statement own(String id, long revision, Collection<Long> handled) {
        return Statement.of("""
            INSERT INTO _rivet_j_conn (conn_id, revision, handled) VALUES (?, ?, ?)
            ON CONFLICT (conn_id) DO UPDATE SET revision = excluded.revision, handled = excluded.handled""", id, revision, bytes(handled));
    }

    /** The connection is over. */
    public static List<Statement> delete(String id) {
        return List.of(Statement.of("DELETE FROM _rivet_conns WHERE conn_id = ?", id), Statement.of("DELETE FROM _rivet_conn_state WHERE conn_id = ?", id),
            Statement.of("DELETE FROM _rivet_j_conn WHERE conn_id = ?", id));
    }

    // ------------------------------------------------------------------ values

    /** The original has one value to a name. */
    private static Map<String, Object> values(Map<String, List<String>> headers) {
        Map<String, Object> values = new LinkedHashMap<>();
        headers.forEach((name, several) -> values.put(name, several.size() == 1 ? several.getFirst() : several));
        return values;
    }

    static Map<String, List<String>> headers(Object values) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        ((Map<?, ?>) values).forEach((name, value) -> headers.put((String) name,
            value instanceof List<?> several ? several.stream().map(String.class::cast).toList() : List.of((String) value)));
        return headers;
    }

    private static byte[] bytes(Collection<Long> numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.size() * Long.BYTES);
        numbers.forEach(bytes::putLong);
        return bytes.array();
    }

    static List<Long> numbers(byte[] bytes) {
        List<Long> numbers = new ArrayList<>();
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.remaining() >= Long.BYTES;) {
            numbers.add(left.getLong());
        }
        return numbers;
    }

    /** A zero-length blob may come back as NULL from a remote store (R-obj-8). */
    static byte[] bytes(Object value) {
        return value instanceof byte[] bytes ? bytes : new byte[0];
    }
}
