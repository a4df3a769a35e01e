package rivet.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;

import rivet.bench.raw.Database;

/** One database for all actors, a row each, and a commit for each change. */
final class SharedStore implements Store {

    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private final Connection connection;
    private final PreparedStatement update;

    SharedStore(Path folder, String sync) throws IOException, SQLException {
        Files.createDirectories(folder);
        connection = Database.open(folder.resolve("shared.db"), sync);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS state (actor TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID");
        }
        update = connection.prepareStatement("INSERT INTO state VALUES (?1, ?2) ON CONFLICT DO UPDATE SET data = ?2");
    }

    @Override
    public Cell create(String type, String key) {
        return new Row(type + "-" + key);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private final class Row implements Cell {

        private final String actor;
        // guarded by lock
        private long count;
        private long rows;

        Row(String actor) {
            this.actor = actor;
        }

        @Override
        public long add(long n) throws SQLException {
            lock.lock();
            try {
                if (n != 0) {
                    write(Long.toString(count + n));
                    count += n;
                }
                return count;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void insert(byte[] value) throws SQLException {
            lock.lock();
            try {
                write("row " + ++rows);
            } finally {
                lock.unlock();
            }
        }

        private void write(String data) throws SQLException {
            update.setString(1, actor);
            update.setString(2, data);
            update.executeUpdate();
        }

        @Override
        public long rows() {
            lock.lock();
            try {
                return rows;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void sleep() {
            // there is nothing of the actor's own to close
        }

        @Override
        public long generation() {
            return 1;
        }
    }
}
