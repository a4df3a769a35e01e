package rivet.bench.raw;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Making and opening database files on one thread.
 *
 * @param kind how
 */
public record Openings(String name, Kind kind) implements RawScenario {

    /** How a database comes to be open. */
    public enum Kind {
        /** A new file, its tables made by statements, a first commit, closed. */
        CREATE,
        /** A new file copied from a template, a first commit, closed. */
        COPY,
        /** A file that exists: opened, state read, closed. */
        OPEN
    }

    @Override
    public Map<String, Double> run(Path folder, Duration warmUp, Duration length) throws Exception {
        return Crew.run(List.of(new Opening(folder, kind)), warmUp, length);
    }

    private static final class Opening implements Crew.Work {

        private static final int FILES = 100;

        private final Path folder;
        private final Kind kind;
        private final byte[] template;
        private int serial;

        Opening(Path folder, Kind kind) throws SQLException, IOException {
            this.folder = folder;
            this.kind = kind;
            template = Database.template(folder.resolve("template.db"));
            if (kind == Kind.OPEN) {
                for (int i = 0; i < FILES; i++) {
                    Files.write(folder.resolve(i + ".db"), template);
                }
            }
        }

        @Override
        public int once() throws SQLException, IOException {
            Path file = folder.resolve((kind == Kind.OPEN ? serial % FILES : serial) + ".db");
            serial++;
            if (kind == Kind.COPY) {
                Files.write(file, template);
            }
            try (Connection connection = Database.open(file, "NORMAL")) {
                if (kind == Kind.OPEN) {
                    read(connection);
                } else {
                    if (kind == Kind.CREATE) {
                        Database.createTables(connection);
                    }
                    write(connection);
                }
            }
            return 1;
        }

        private static void read(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT data FROM state WHERE id = 1")) {
                row.getBytes(1);
            }
        }

        private void write(Connection connection) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement("UPDATE state SET data = ? WHERE id = 1")) {
                update.setString(1, "first state " + serial);
                update.executeUpdate();
            }
        }
    }
}
