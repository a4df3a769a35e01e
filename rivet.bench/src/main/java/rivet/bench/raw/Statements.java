package rivet.bench.raw;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Prepared statements on open databases, each thread with databases of its own, which it takes in turn. Every write
 * changes the bytes, because SQLite skips rows that stay the same.
 *
 * @param kind what to run
 * @param sync {@code NORMAL} or {@code FULL}
 * @param group how many statements make one commit; rates count statements
 */
public record Statements(String name, Kind kind, String sync, int databases, int threads, int group) implements RawScenario {

    /** What to run. */
    public enum Kind {
        /** Overwrites one of a few rows of state. */
        UPDATE("UPDATE state SET data = ? WHERE id = ?"),
        /** Adds a row. */
        INSERT("INSERT INTO t (v) VALUES (?)"),
        /** Reads the state. */
        SELECT("SELECT data FROM state WHERE id = 1");

        private final String sql;

        Kind(String sql) {
            this.sql = sql;
        }
    }

    private static final int ROWS = 10;

    @Override
    public Map<String, Double> run(Path folder, Duration warmUp, Duration length) throws Exception {
        List<Open> all = new ArrayList<>();
        try {
            List<List<Open>> shares = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                shares.add(new ArrayList<>());
            }
            for (int i = 0; i < databases; i++) {
                Open open = new Open(folder.resolve(i + ".db"));
                all.add(open);
                shares.get(i % threads).add(open);
            }
            return Crew.run(shares.stream().map(Turn::new).map(Crew.Work.class::cast).toList(), warmUp, length);
        } finally {
            for (Open open : all) {
                open.connection.close();
            }
        }
    }

    private final class Open {

        private final Connection connection;
        private final PreparedStatement statement;
        private long serial;

        Open(Path file) throws SQLException {
            connection = Database.open(file, sync);
            Database.createTables(connection);
            try (PreparedStatement more = connection.prepareStatement("INSERT INTO state VALUES (?, x'00')")) {
                for (int id = 2; id <= ROWS; id++) {
                    more.setInt(1, id);
                    more.executeUpdate();
                }
            }
            statement = connection.prepareStatement(kind.sql);
            connection.setAutoCommit(group == 1);
        }

        void execute() throws SQLException {
            serial++;
            if (kind == Kind.SELECT) {
                try (ResultSet row = statement.executeQuery()) {
                    row.getBytes(1);
                }
                return;
            }
            statement.setString(1, "some fifty characters of state or of a row, no. " + serial);
            if (kind == Kind.UPDATE) {
                statement.setLong(2, 1 + serial % ROWS);
            }
            statement.executeUpdate();
        }
    }

    private final class Turn implements Crew.Work {

        private final List<Open> mine;
        private int cursor;

        Turn(List<Open> mine) {
            this.mine = mine;
        }

        @Override
        public int once() throws SQLException {
            cursor = cursor + 1 == mine.size() ? 0 : cursor + 1;
            Open open = mine.get(cursor);
            for (int i = 0; i < group; i++) {
                open.execute();
            }
            if (group > 1) {
                open.connection.commit();
            }
            return group;
        }
    }
}
