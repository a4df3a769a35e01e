package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.store.Output;
import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.NotAdmittedException;

/**
 * A client's connection to an actor, as its transport drives it: {@link #open} first, then calls and subscriptions in the order in which they came, {@link #closed}
 * once at the end. From any thread, one call at a time.
 */
public final class ClientConnection {

    /** Hears how the connecting went, from any thread; the first call counts. Nothing blocks. */
    public interface Opening {

        /** The connection has joined. */
        void opened();

        /** The connection was refused or could not be made. */
        void failed(RivetException error);
    }

    private final Cell cell;
    private final Conn conn;
    private final Optional<RawSocket.Transport> raw;

    /** Set when the client has gone; read in turns. */
    private volatile boolean gone;

    /**
     * Makes a connection.
     *
     * @param request the handshake
     * @param params plain value; null if the client gave none
     */
    public ClientConnection(Cell cell, ConnectionRequest request, Object params, Conn.Transport transport) {
        this(cell, cell.platform().connectionIds().get(), request, params, transport, Optional.empty());
    }

    private ClientConnection(Cell cell, String id, ConnectionRequest request, Object params, Conn.Transport transport, Optional<Hibernation> hibernation) {
        this.cell = cell;
        conn = new Conn(id, request, params, Optional.of(transport), hibernation);
        raw = transport instanceof RawSocket.Transport frames ? Optional.of(frames) : Optional.empty();
    }

    /**
     * Makes a connection that stays when the actor goes to sleep.
     *
     * @param request the handshake
     * @param params plain value; null if the client gave none
     * @param subprotocols what the client offered, for {@link Reconnecting}
     */
    public static ClientConnection hibernating(Cell cell, ConnectionRequest request, Object params, Conn.Staying transport, HibernatingSocket socket,
            List<String> subprotocols) {
        return new ClientConnection(cell, cell.platform().connectionIds().get(), request, params, transport,
            Optional.of(new Hibernation(socket, subprotocols)));
    }

    /** Makes a connection again that has stayed; it has joined already. */
    public static ClientConnection restored(Cell cell, StoredConnection stored, Conn.Staying transport, HibernatingSocket socket, List<String> subprotocols) {
        return new ClientConnection(cell, stored.id(), new ConnectionRequest("GET", stored.path(), stored.headers()), stored.params(), transport,
            Optional.of(new Hibernation(socket, subprotocols)));
    }

    Conn conn() {
        return conn;
    }

    /** Begins to listen: what listeners heard before is stale. For a connection that hibernates. */
    public Listening listen() {
        return new Listening(conn, conn.hibernation().orElseThrow().begin());
    }

    /** Numbers the frames that one listener hears. One call at a time. */
    public static final class Listening {

        private final Conn conn;
        private final Hibernation.Epoch epoch;

        Listening(Conn conn, Hibernation.Epoch epoch) {
            this.conn = conn;
            this.epoch = epoch;
        }

        /** Returns whether what comes is heard at all: it comes again otherwise. */
        public boolean isOver() {
            return epoch.isOver();
        }

        /** Takes in a frame; empty if it was dealt with before, which is acknowledged now. */
        public Optional<HeldFrame> arrived(long index) {
            Hibernation hibernation = conn.hibernation().orElseThrow();
            HeldFrame frame = new HeldFrame(conn, hibernation, epoch, index);
            if (hibernation.arrived(index)) {
                return Optional.of(frame);
            }
            frame.acknowledge();
            return Optional.empty();
        }
    }

    /** Returns its id. */
    public String id() {
        return conn.id();
    }

    /**
     * Runs the connect hooks.
     *
     * @throws NotAdmittedException if the actor takes no work, or too much waits; nothing has begun
     */
    public void open(Opening opening) {
        try {
            cell.admit(new ConnectTask(opening));
        } catch (RivetException e) {
            throw new NotAdmittedException(e.withActor(cell.specifier()));
        }
    }

    /** Calls an action on behalf of the client; for a connection that hibernates with a reply that acknowledges. */
    public void call(String action, List<Object> arguments, ActionReply reply) {
        ActionTask task = new ActionTask(action, arguments, Optional.of(conn), false, reply);
        task.watch(cell);
        cell.admitOrRefuse(task);
    }

    /** Subscribes to an event, or no longer (R-evt-6, R-evt-7). */
    public void subscribe(String event, boolean wanted, Optional<HeldFrame> frame) {
        cell.admitOrRefuse(new SubscribeTask(conn, event, wanted, frame));
    }

    /** A text frame came for the actor's own code. */
    public void frame(String text, Optional<HeldFrame> frame) {
        cell.admitOrRefuse(new RawSocket.FrameTask(conn, text, frame));
    }

    /** A binary frame came for the actor's own code. */
    public void frame(byte[] content, Optional<HeldFrame> frame) {
        cell.admitOrRefuse(new RawSocket.FrameTask(conn, content, frame));
    }

    /** A test asks how far the frames have been dealt with. For a connection of the actor's own code that hibernates. */
    public void probe(HeldFrame frame) {
        cell.admitOrRefuse(new ProbeTask(conn, raw.orElseThrow(), frame));
    }

    /** The client has gone. */
    public void closed(int code, String reason) {
        gone = true;
        // if the actor takes no work it is about to stop, and lets every connection leave by itself
        cell.admitOrRefuse(new CloseTask(code, reason));
    }

    /** Lets the connection leave. One that hibernates tells the next instance of its end as well, after the frames that come again. */
    private final class CloseTask extends ActorTask {

        private final int code;
        private final String reason;

        CloseTask(int code, String reason) {
            super("close", Optional.of(conn));
            this.code = code;
            this.reason = reason;
        }

        @Override
        protected boolean isLeftToNext() {
            return true;
        }

        @Override
        protected boolean outlivesInstance() {
            return conn.hibernation().isEmpty();
        }

        @Override
        protected void body(Instance running) {
            conn.setClosed(code, reason);
            running.cell().connections().leave(conn, running);
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            Failures.log(thrown, running.cell().specifier(), what());
        }

        @Override
        protected void refused(RivetException reason) {
            // the actor ends, and with it the connection, or this comes again
        }
    }

    private final class ConnectTask extends ActorTask {

        private final Opening opening;
        private final AtomicBoolean told = new AtomicBoolean();

        ConnectTask(Opening opening) {
            super("connect", Optional.of(conn));
            this.opening = opening;
        }

        @Override
        protected TaskKind kind() {
            return TaskKind.CONNECT;
        }

        @Override
        protected boolean isWork() {
            return true;
        }

        @Override
        protected void body(Instance running) throws Exception {
            if (gone) {
                return;
            }
            Connecting.connect(running, this, conn);
            if (raw.isPresent()) {
                openSocket(running, raw.get());
            }
            if (gone) {
                cell.connections().leave(conn, running);
            }
            running.output(new Opened());
        }

        private void openSocket(Instance running, RawSocket.Transport transport) throws Exception {
            try {
                if (!running.definition().overrides("onWebSocket")) {
                    throw ErrorCode.ACTOR_NO_WEBSOCKET_HANDLER.error();
                }
                running.views().open(conn, transport, false);
            } catch (Exception e) {
                cell.connections().leave(conn, running);
                throw e;
            }
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            RivetException error = running.errorFor(thrown, what());
            running.output(new Output() {
                @Override
                public void release() {
                    tell(() -> opening.failed(error));
                }

                @Override
                public void fail(RivetException other) {
                    tell(() -> opening.failed(error));
                }
            });
        }

        @Override
        protected void cutOff(RivetException reason) {
            tell(() -> opening.failed(reason));
        }

        @Override
        protected void refused(RivetException reason) {
            tell(() -> opening.failed(reason));
        }

        /** Once: a hook that ends after it was cut off has nobody to tell any more. */
        private void tell(Runnable how) {
            if (told.compareAndSet(false, true)) {
                how.run();
            }
        }

        private final class Opened implements Output {

            @Override
            public void release() {
                tell(opening::opened);
            }

            @Override
            public void fail(RivetException error) {
                tell(() -> opening.failed(error));
            }
        }
    }
}
