package rivet.engine.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.spi.engine.ActorQuery;
import rivet.spi.storage.Statement;

/**
 * Which actors to list, the newest first.
 *
 * @param namespace of this namespace only
 * @param name of this type only
 * @param key with this key only
 * @param idPrefix with an id that begins so
 * @param text with a key that has this in it, or an id that begins so
 * @param condition in this condition only
 * @param includeDestroyed also those that were destroyed
 * @param before after this cursor only
 * @param limit at most this many
 */
public record Listing(Optional<String> namespace, Optional<String> name, Optional<String> key, Optional<String> idPrefix,
        Optional<String> text, Optional<ActorQuery.Condition> condition, boolean includeDestroyed, Optional<Cursor> before, int limit) {

    /** Makes a listing of actors in any condition. */
    public Listing(Optional<String> namespace, Optional<String> name, Optional<String> key, Optional<String> idPrefix, boolean includeDestroyed,
            Optional<Cursor> before, int limit) {
        this(namespace, name, key, idPrefix, Optional.empty(), Optional.empty(), includeDestroyed, before, limit);
    }

    /**
     * A place in a listing. Its text is {@code <createTs>.<nr>}; the plain time that the original uses is understood too.
     *
     * @param createTs when the last actor was created
     * @param nr its number, 0 if unknown
     */
    public record Cursor(long createTs, long nr) {

        /** Returns the cursor after an actor. */
        public static Cursor after(ActorRow row) {
            return new Cursor(row.createTs(), row.nr());
        }

        /** Reads a cursor; none if it is not one. */
        public static Optional<Cursor> parse(String text) {
            int dot = text.indexOf('.');
            try {
                return Optional.of(dot < 0 ? new Cursor(Long.parseLong(text), 0)
                    : new Cursor(Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1))));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            return createTs + "." + nr;
        }
    }

    Statement statement(String select) {
        StringBuilder sql = new StringBuilder(select).append("WHERE 1");
        List<Object> params = new ArrayList<>();
        namespace.ifPresent(value -> and(sql, params, " AND namespace = ?", value));
        name.ifPresent(value -> and(sql, params, " AND name = ?", value));
        key.ifPresent(value -> and(sql, params, " AND key = ?", value));
        idPrefix.ifPresent(value -> and(sql, params, " AND substr(id, 1, length(?)) = ?", value, value));
        text.ifPresent(value -> and(sql, params, " AND (instr(key, ?) > 0 OR substr(id, 1, length(?)) = ?)", value, value, value));
        condition.ifPresent(wanted -> sql.append(switch (wanted) {
            case AWAKE -> " AND sleep_ts IS NULL";
            case ASLEEP -> " AND sleep_ts IS NOT NULL";
            case FAILED -> " AND error IS NOT NULL";
        }));
        before.ifPresent(cursor -> {
            if (cursor.nr() > 0) {
                and(sql, params, " AND nr < ?", cursor.nr());
            } else {
                and(sql, params, " AND create_ts < ?", cursor.createTs());
            }
        });
        if (!includeDestroyed) {
            sql.append(" AND destroy_ts IS NULL");
        }
        and(sql, params, " ORDER BY nr DESC LIMIT ?", (long) limit);
        return new Statement(sql.toString(), params);
    }

    private static void and(StringBuilder sql, List<Object> params, String condition, Object... values) {
        sql.append(condition);
        params.addAll(List.of(values));
    }
}
