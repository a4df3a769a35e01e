package rivet.sqlite.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConnection;

@Timeout(30)
class InterruptsTest {

    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    private SQLiteConnection connection;
    private Interrupts interrupts;

    @BeforeEach
    void open() throws SQLException {
        connection = (SQLiteConnection) new JDBC().connect("jdbc:sqlite::memory:", new Properties());
        interrupts = new Interrupts(connection.getDatabase());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private void run(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /** Interrupts again and again while a statement runs, as those do who want it stopped. */
    private void interrupting(Runnable interrupt, String sql) {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                interrupt.run();
                Thread.onSpinWait();
            }
        });
        try {
            assertThatThrownBy(() -> run(sql)).isInstanceOf(SQLException.class).hasMessageContaining("INTERRUPT");
        } finally {
            over.set(true);
            other.join();
        }
    }

    @Test
    void stopTheOperationMeant() {
        interrupts.enter("a");
        interrupting(() -> interrupts.interrupt("a"), ENDLESS);
        interrupting(interrupts::interruptAny, ENDLESS);
        interrupting(() -> interrupts.tick(1), ENDLESS);
    }

    @Test
    void neverStopAnother() throws SQLException {
        interrupts.enter("a");
        interrupts.leave();
        interrupts.enter("b");
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> late = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                interrupts.interrupt("a");
            }
        });
        for (int i = 0; i < 1000; i++) {
            run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT count(*) FROM n");
        }
        over.set(true);
        late.join();
    }

    @Test
    void thatComeBetweenOperationsHaveNoEffect() throws SQLException {
        interrupts.interruptAny();
        interrupts.enter("a");
        interrupts.interrupt("a");
        run("SELECT 1");
        interrupts.leave();
        interrupts.interrupt("a");
        interrupts.interruptAny();
        run("SELECT 1");
        assertThat(connection.isClosed()).isFalse();
    }

    @Test
    void ticksAreCountedForEachOperation() throws SQLException {
        interrupts.enter("a");
        interrupts.tick(3);
        interrupts.tick(3);
        interrupts.enter("b");
        interrupts.tick(3);
        run("SELECT 1");
        interrupting(() -> interrupts.tick(3), ENDLESS);
    }
}
