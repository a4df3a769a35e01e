package rivet.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

import rivet.bench.raw.Database;

/** A database file for each actor, copied from a template, and a commit for each change. The oldest handles are closed. */
final class FileStore implements Store {

    private static final int HANDLES = 2_000;

    private final Path folder;
    private final String sync;
    private final byte[] template;
    // guarded by itself; every element was open when it was added
    private final Queue<ActorFile> open = new ArrayDeque<>();

    FileStore(Path folder, String sync) throws IOException, SQLException {
        this.folder = Files.createDirectories(folder);
        this.sync = sync;
        template = Database.template(folder.resolve("template.db"));
    }

    @Override
    public Cell create(String type, String key) throws IOException {
        Path file = folder.resolve(type + "-" + key + ".db");
        Files.write(file, template);
        return new ActorFile(file);
    }

    private void opened(ActorFile file) throws SQLException {
        synchronized (open) {
            open.add(file);
            if (open.size() > HANDLES) {
                ActorFile oldest = open.remove();
                if (!oldest.closeUnlessBusy()) {
                    open.add(oldest);
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        synchronized (open) {
            for (ActorFile file : open) {
                file.sleep();
            }
            open.clear();
        }
    }

    private final class ActorFile implements Cell {

        private final Path file;
        private final ReentrantLock lock = new ReentrantLock();
        // all guarded by lock
        private Connection connection;
        private PreparedStatement update;
        private PreparedStatement insert;
        private long count;
        private long generation;

        ActorFile(Path file) {
            this.file = file;
        }

        @Override
        public long add(long n) throws SQLException {
            lock.lock();
            try {
                awake();
                if (n != 0) {
                    update.setString(1, Long.toString(count + n));
                    update.executeUpdate();
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
                awake();
                insert.setBytes(1, value);
                insert.executeUpdate();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long rows() throws SQLException {
            lock.lock();
            try {
                awake();
                return number("SELECT COUNT(*) FROM t");
            } finally {
                lock.unlock();
            }
        }

        private void awake() throws SQLException {
            if (connection != null) {
                return;
            }
            connection = Database.open(file, sync);
            update = connection.prepareStatement("UPDATE state SET data = ? WHERE id = 1");
            insert = connection.prepareStatement("INSERT INTO t (v) VALUES (?)");
            // the template's state is no number, which SQLite reads as 0
            count = number("SELECT CAST(data AS INTEGER) FROM state");
            generation++;
            opened(this);
        }

        private long number(String query) throws SQLException {
            try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
                return row.getLong(1);
            }
        }

        @Override
        public void sleep() throws SQLException {
            lock.lock();
            try {
                disconnect();
            } finally {
                lock.unlock();
            }
        }

        boolean closeUnlessBusy() throws SQLException {
            if (!lock.tryLock()) {
                return false;
            }
            try {
                disconnect();
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void disconnect() throws SQLException {
            if (connection != null) {
                connection.close();
                connection = null;
            }
        }

        @Override
        public long generation() {
            lock.lock();
            try {
                return Math.max(1, generation);
            } finally {
                lock.unlock();
            }
        }
    }
}
