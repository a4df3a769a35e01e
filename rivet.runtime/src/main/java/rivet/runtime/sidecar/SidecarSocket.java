package rivet.runtime.sidecar;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.protocol.sidecar.SidecarReply;
import rivet.runtime.time.Time;

/**
 * The Unix socket of one instance of an actor (R-sql-50): made when it is first asked for, gone when the instance stops.
 * <p>
 * Invariant, under {@code this}: {@code listener} is open if and only if {@code state} is {@code OPEN}, and then {@code folder} exists; a session is added while it
 * is open only.
 */
public final class SidecarSocket {

    private static final Logger log = LoggerFactory.getLogger(SidecarSocket.class);
    private static final String FOLDER = "rivet-actor-runtime.";
    private static final int NAME = 12;
    private static final int MOST_SESSIONS = 16;
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private enum State { UNUSED, OPEN, CLOSED }

    /**
     * Where sockets are and what they take.
     *
     * @param folder in which each gets one of its own
     * @param maxFrameBytes the longest frame
     */
    public record Settings(Path folder, int maxFrameBytes) {

        /** In the folder for temporary files, with 32 MiB. */
        public static final Settings USUAL = new Settings(Path.of(System.getProperty("java.io.tmpdir")), 32 << 20);
    }

    private final SidecarWork work;
    private final Executor threads;
    private final Time time;
    private final Supplier<String> ids;
    private final Settings settings;
    private final SidecarReply.Welcome welcome;
    private final Set<Session> sessions = new HashSet<>();
    private State state = State.UNUSED;
    private Path folder;
    private ServerSocketChannel listener;

    /**
     * Makes a socket that nobody has asked for yet.
     *
     * @param threads runs what it is given on a thread of its own
     * @param ids gives ids with twelve letters and digits at least
     */
    public SidecarSocket(SidecarWork work, Executor threads, Time time, Supplier<String> ids, Settings settings, String actorId, int generation) {
        this.work = work;
        this.threads = threads;
        this.time = time;
        this.ids = ids;
        this.settings = settings;
        welcome = new SidecarReply.Welcome(actorId, generation, settings.maxFrameBytes());
    }

    /**
     * Returns where the socket is, making it if need be.
     *
     * @throws rivet.error.RivetException {@code actor_runtime_socket.closed} if the instance has stopped, {@code actor_runtime_socket.unsupported} if the machine
     *         has no Unix sockets or no place for one
     */
    public synchronized Path path() {
        if (state == State.CLOSED) {
            throw ErrorCode.ACTOR_RUNTIME_SOCKET_CLOSED.error();
        }
        if (state == State.UNUSED) {
            try {
                open();
            } catch (IOException | UnsupportedOperationException e) {
                log.warn("no runtime socket for actor {} in {}", welcome.actorId(), settings.folder(), e);
                remove();
                throw ErrorCode.ACTOR_RUNTIME_SOCKET_UNSUPPORTED.error("reason", String.valueOf(e.getMessage())).withCause(e);
            }
            state = State.OPEN;
            ServerSocketChannel opened = listener;
            threads.execute(() -> accept(opened));
        }
        return socket();
    }

    private Path socket() {
        return folder.resolve("socket");
    }

    private void open() throws IOException {
        String name = FOLDER + ids.get().replaceAll("[^A-Za-z0-9]", "").substring(0, NAME);
        folder = Files.createDirectory(settings.folder().resolve(name), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket()));
        Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rw-------"));
    }

    private void accept(ServerSocketChannel from) {
        try {
            while (true) {
                serve(from.accept());
            }
        } catch (IOException e) {
            log.debug("the runtime socket of actor {} takes no more connections: {}", welcome.actorId(), e.toString());
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        Session session = new Session(channel, work, threads, time, welcome, this::ended);
        synchronized (this) {
            if (state != State.OPEN || sessions.size() >= MOST_SESSIONS) {
                channel.close();
                return;
            }
            sessions.add(session);
        }
        threads.execute(session::run);
    }

    private synchronized void ended(Session session) {
        sessions.remove(session);
    }

    /** The actor stops: nothing new is taken, and what goes on has two seconds to end. */
    public void drain() {
        List<Session> open = stopListening();
        if (!open.isEmpty()) {
            open.forEach(Session::drain);
            time.after(DRAIN, () -> threads.execute(this::close));
        }
    }

    /** The actor has stopped, or failed. From any thread, more than once. */
    public void close() {
        stopListening().forEach(Session::close);
    }

    private synchronized List<Session> stopListening() {
        if (state == State.OPEN) {
            remove();
        }
        state = State.CLOSED;
        return List.copyOf(sessions);
    }

    private void remove() {
        try {
            if (listener != null) {
                listener.close();
            }
            if (folder != null) {
                Files.deleteIfExists(socket());
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            log.warn("the runtime socket of actor {} could not be removed", welcome.actorId(), e);
        }
    }
}
