package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.error.RivetException;
import rivet.protocol.sidecar.SidecarProtocol;
import rivet.protocol.sidecar.SidecarReply;
import rivet.protocol.sidecar.SidecarRequest;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.spi.engine.StopCause;

/** The Unix socket for processes beside an actor, as such a process sees it. */
@Timeout(120)
class RuntimeSocketTest {

    @TempDir
    Path data;

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();
    private final Map<String, Body<Scripted.Names>> names = new ConcurrentHashMap<>();
    private TestPlatform platform;

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type("open", () -> new Counting(bodies), "runtimeSocket", true);
        platform.type("closed", () -> new Counting(bodies));
        platform.type("dry", () -> new Scripted.Listing(names), "runtimeSocket", true, "database", false);
        platform.start("open", "o");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private Object act(String id, Body<Count> body) throws Exception {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return TestPlatform.await(platform.callLater(id, "act", name));
    }

    private Path path() throws Exception {
        return Path.of((String) act("o", actor -> actor.runtimeSocket().toString()));
    }

    /** A process. */
    private static final class Process implements AutoCloseable {

        private final SocketChannel channel;

        Process(Path socket) throws IOException {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        }

        static Process welcome(Path socket) throws IOException {
            Process process = new Process(socket);
            process.send(new SidecarRequest.Hello("test"));
            assertThat(process.next()).isInstanceOf(SidecarReply.Welcome.class);
            return process;
        }

        void send(SidecarRequest request) throws IOException {
            raw(SidecarProtocol.encode(request));
        }

        void raw(byte[] frame) throws IOException {
            write(ByteBuffer.allocate(4 + frame.length).putInt(frame.length).put(frame).flip());
        }

        void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        SidecarReply next() throws IOException {
            ByteBuffer length = read(4);
            return SidecarProtocol.decodeReply(read(length.getInt(0)).array());
        }

        private ByteBuffer read(int size) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(size);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes) < 0) {
                    throw new EOFException();
                }
            }
            return bytes;
        }

        SidecarReply ask(SidecarRequest request) throws IOException {
            send(request);
            return next();
        }

        SidecarReply.Result run(long id, String sql, Object... params) throws IOException {
            return (SidecarReply.Result) ask(new SidecarRequest.Execute(id, Optional.empty(), sql, Arrays.asList(params)));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static SidecarRequest.Execute in(String transaction, long id, String sql) {
        return new SidecarRequest.Execute(id, Optional.of(transaction), sql, List.of());
    }

    private static String code(SidecarReply reply) {
        SidecarReply.Error error = (SidecarReply.Error) reply;
        return error.group() + "." + error.code();
    }

    @Test
    @DisplayName("R-sql-50: the socket is in a folder of its own, for this user only, and another start has another")
    void folder() throws Exception {
        Path socket = path();
        assertThat(path()).isEqualTo(socket);
        assertThat(socket.getParent().getFileName().toString()).matches("rivet-actor-runtime\\.[A-Za-z0-9]{12}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent()))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket))).isEqualTo("rw-------");
        platform.putToSleep("o");
        assertThat(socket.getParent()).doesNotExist();
        platform.start("open", "o");
        assertThat(path()).isNotEqualTo(socket);
    }

    @Test
    @DisplayName("R-sql-52: who has none is told why")
    void refusals() throws Exception {
        platform.start("closed", "c");
        act("c", actor -> {
            assertThatThrownBy(actor::runtimeSocket).isInstanceOfSatisfying(RivetException.class,
                e -> assertThat(e.group() + "." + e.code()).isEqualTo("actor_runtime_socket.not_enabled"));
            return null;
        });
        platform.start("dry", "d");
        names.put("ask", actor -> {
            assertThatThrownBy(actor::runtimeSocket).isInstanceOfSatisfying(RivetException.class,
                e -> assertThat(e.group() + "." + e.code()).isEqualTo("actor_runtime_socket.database_unavailable"));
            return null;
        });
        platform.call("d", "act", "ask");
    }

    @Test
    @DisplayName("R-sql-51: statements of a process are those of the actor")
    void statements() throws Exception {
        try (Process process = Process.welcome(path())) {
            SidecarReply.Result inserted = process.run(1, "INSERT INTO item (name) VALUES (?), (?)", "a", "b");
            assertThat(inserted.changes()).isEqualTo(2);
            assertThat(inserted.lastInsertId()).isEqualTo(2);
            SidecarReply.Result values = process.run(2, "SELECT ? a, ? b, ? c, ? d, ? e", null, 1L, 1.5, "é", new byte[] {1});
            assertThat(values.columns()).containsExactly("a", "b", "c", "d", "e");
            assertThat(values.rows().getFirst()).containsExactly(null, 1L, 1.5, "é", new byte[] {1});
            assertThat(platform.call("o", "items")).isEqualTo(List.of("a", "b"));
            assertThat(code(process.ask(new SidecarRequest.Execute(3, Optional.empty(), "SELECT * FROM _rivet_queue", List.of())))).isEqualTo("sqlite.execution_failed");
            assertThat(code(process.ask(new SidecarRequest.Execute(3, Optional.empty(), "no SQL", List.of())))).isEqualTo("sqlite.execution_failed");
        }
    }

    @Test
    @DisplayName("R-sql-51: requests are pipelined, and their answers are told apart by their ids")
    void pipelined() throws Exception {
        try (Process process = Process.welcome(path())) {
            for (int i = 0; i < 500; i++) {
                process.send(new SidecarRequest.Execute(i, Optional.empty(), "INSERT INTO item (name) VALUES ('n" + i + "') RETURNING id", List.of()));
            }
            boolean[] answered = new boolean[500];
            for (int i = 0; i < 500; i++) {
                SidecarReply.Result result = (SidecarReply.Result) process.next();
                assertThat(answered[(int) result.id()]).isFalse();
                answered[(int) result.id()] = true;
                assertThat(result.rows().getFirst()).as("begun in the order of arrival").containsExactly(result.id() + 1);
            }
        }
    }

    @Test
    @DisplayName("R-sql-51: a transaction holds the database until it is committed or undone")
    void transactions() throws Exception {
        try (Process process = Process.welcome(path())) {
            assertThat(process.ask(new SidecarRequest.Begin(1, "t", 60_000))).isEqualTo(new SidecarReply.Done(1));
            assertThat(process.ask(in("t", 2, "INSERT INTO item (name) VALUES ('in')"))).isInstanceOf(SidecarReply.Result.class);
            assertThat(code(process.ask(in("t", 3, "INSERT INTO nowhere VALUES (1)")))).isEqualTo("sqlite.execution_failed");
            assertThat(code(process.ask(new SidecarRequest.Begin(4, "t", 60_000)))).isEqualTo("sqlite.transaction_invalid_argument");
            act("o", actor -> {
                assertThatThrownBy(() -> actor.sql().query("SELECT 1")).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("writer_busy"));
                return null;
            });
            assertThat(process.ask(new SidecarRequest.Commit(5, "t"))).isEqualTo(new SidecarReply.Done(5));
            assertThat(platform.call("o", "items")).isEqualTo(List.of("in"));
            SidecarReply.Error twice = (SidecarReply.Error) process.ask(new SidecarRequest.Commit(6, "t"));
            assertThat(code(twice)).isEqualTo("sqlite.transaction_terminal");
            assertThat(twice.message()).contains("already committed");
            process.ask(new SidecarRequest.Begin(7, "t", 60_000));
            process.ask(in("t", 8, "DELETE FROM item"));
            assertThat(process.ask(new SidecarRequest.Rollback(9, "t"))).isEqualTo(new SidecarReply.Done(9));
            assertThat(platform.call("o", "items")).isEqualTo(List.of("in"));
        }
    }

    @Test
    @DisplayName("R-sql-51: a transaction that is not ended in its time is undone")
    void expiry() throws Exception {
        try (Process process = Process.welcome(path())) {
            process.ask(new SidecarRequest.Begin(1, "t", 50));
            TestPlatform.until(() -> {
                try {
                    SidecarReply reply = process.ask(in("t", 2, "INSERT INTO item (name) VALUES ('late " + System.nanoTime() + "')"));
                    return reply instanceof SidecarReply.Error error && error.code().equals("transaction_expired") && error.message().contains("deadlock-safety backstop");
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            TestPlatform.until(() -> {
                try {
                    return platform.call("o", "items").equals(List.of());
                } catch (Exception e) {
                    return false; // it may still hold the database
                }
            });
        }
    }

    @Test
    @DisplayName("R-sql-52: what a process left open is undone when its connection ends")
    void disconnect() throws Exception {
        try (Process process = Process.welcome(path())) {
            process.ask(new SidecarRequest.Begin(1, "t", 600_000));
            process.ask(in("t", 2, "INSERT INTO item (name) VALUES ('left')"));
        }
        TestPlatform.until(() -> {
            try {
                return platform.call("o", "items").equals(List.of());
            } catch (Exception e) {
                return false; // it may still hold the database
            }
        });
    }

    @Test
    @DisplayName("R-sql-51: what is malformed, asked twice or too long ends the connection")
    void malformed() throws Exception {
        try (Process process = new Process(path())) {
            process.raw(new byte[] {9, 9, 9});
            assertThat(process.next()).isInstanceOf(SidecarReply.GoAway.class);
            assertThatThrownBy(process::next).isInstanceOf(IOException.class);
        }
        try (Process process = new Process(path())) {
            process.send(new SidecarRequest.Begin(1, "t", 10));
            assertThat(process.next()).isEqualTo(new SidecarReply.GoAway("the first message is no hello"));
        }
        try (Process process = Process.welcome(path())) {
            process.send(new SidecarRequest.Begin(1, "t", 60_000));
            process.send(in("t", 2, "SELECT 1"));
            process.next();
            process.next();
            process.write(ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).flip());
            assertThat(process.next()).isInstanceOfSatisfying(SidecarReply.GoAway.class, away -> assertThat(away.reason()).contains("the limit is 33554432"));
        }
        try (Process process = Process.welcome(path())) {
            TestPlatform.until(() -> {
                try {
                    process.send(new SidecarRequest.Begin(1, "held", 60_000));
                    return process.next() instanceof SidecarReply.Done;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (Process other = Process.welcome(path())) {
                other.send(new SidecarRequest.Begin(7, "waits", 60_000));
                other.send(new SidecarRequest.Begin(7, "again", 60_000));
                assertThat(other.next()).isInstanceOfSatisfying(SidecarReply.GoAway.class, away -> assertThat(away.reason()).contains("request 7"));
            }
        }
    }

    @Test
    @DisplayName("R-sql-52: when the actor stops its processes are told, and the socket goes; so it does when the actor is destroyed")
    void stops() throws Exception {
        Path socket = path();
        try (Process idle = Process.welcome(socket); Process busy = Process.welcome(socket)) {
            busy.ask(new SidecarRequest.Begin(1, "t", 600_000));
            busy.ask(in("t", 2, "INSERT INTO item (name) VALUES ('x')"));
            platform.stop("o", StopCause.SLEEP_INTENT);
            assertThat(idle.next()).isEqualTo(new SidecarReply.GoAway("stopping"));
            assertThatThrownBy(idle::next).isInstanceOf(IOException.class);
            assertThat(busy.next()).isEqualTo(new SidecarReply.GoAway("stopping"));
            assertThatThrownBy(busy::next).isInstanceOf(IOException.class);
            assertThat(socket.getParent()).doesNotExist();
        }
        platform.start("open", "o");
        assertThat(platform.call("o", "items")).isEqualTo(List.of());
        Path other = path();
        platform.stop("o", StopCause.DESTROY);
        assertThat(other.getParent()).doesNotExist();
    }
}
