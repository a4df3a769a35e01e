package rivet.runtime.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.ErrorBody;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.runtime.actor.AcknowledgingReply;
import rivet.runtime.actor.ActionReply;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.ClientConnection;
import rivet.runtime.actor.Conn;
import rivet.runtime.actor.EncodedEvent;
import rivet.runtime.actor.HeldFrame;
import rivet.runtime.store.StoredConnection;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketListener;

/** A client's connection over a WebSocket: its frames in, actions and events out (spec/wire.md 8, spec/core.md 5.2). */
final class ActorSocket implements ClientConnection.Opening, Conn.Staying {

    private final Cell cell;
    private final ClientSocket socket;
    private final Encoding encoding;
    private final int maxIncoming;
    private final int maxOutgoing;
    private final ClientConnection connection;

    // outputs of an actor leave one at a time, so these need no lock
    private final List<EncodedEvent> early = new ArrayList<>();
    private boolean open;

    private ActorSocket(Cell cell, ClientSocket socket, Encoding encoding, boolean open, Function<ActorSocket, ClientConnection> connecting) {
        this.cell = cell;
        this.socket = socket;
        this.encoding = encoding;
        maxIncoming = cell.code().map(code -> code.options().maxIncomingMessageSize()).orElse(Integer.MAX_VALUE);
        maxOutgoing = cell.code().map(code -> code.options().maxOutgoingMessageSize()).orElse(Integer.MAX_VALUE);
        this.open = open;
        connection = connecting.apply(this);
    }

    /**
     * Takes a socket.
     *
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    static SocketListener open(Cell cell, ClientSocket socket, Encoding encoding, ConnectionRequest request, Object params, List<String> subprotocols) {
        if (socket instanceof HibernatingSocket stays) {
            ActorSocket opened = new ActorSocket(cell, socket, encoding, false,
                self -> ClientConnection.hibernating(cell, request, params, self, stays, subprotocols));
            SocketListener listener = opened.listener();
            opened.connection.open(opened);
            return listener;
        }
        ActorSocket opened = new ActorSocket(cell, socket, encoding, false, self -> new ClientConnection(cell, request, params, self));
        opened.connection.open(opened);
        return opened.new Plain();
    }

    /** Takes a socket again whose client has been greeted by an earlier generation (R-hib-7). */
    static ClientConnection restore(Cell cell, HibernatingSocket socket, Encoding encoding, StoredConnection stored, List<String> subprotocols) {
        return new ActorSocket(cell, socket, encoding, true, self -> ClientConnection.restored(cell, stored, self, socket, subprotocols)).connection;
    }

    // ------------------------------------------------------------------ from the client

    @Override
    public SocketListener listener() {
        return new NumberedFrames(connection) {

            @Override
            void heard(String text, HeldFrame frame) {
                message(text, Optional.of(frame));
            }

            @Override
            void heard(byte[] content, HeldFrame frame) {
                message(content, Optional.of(frame));
            }
        };
    }

    /** Hears a client whose socket ends with the generation. */
    private final class Plain implements SocketListener {

        @Override
        public void text(String text) {
            message(text, Optional.empty());
        }

        @Override
        public void binary(ByteBuffer data) {
            message(NumberedFrames.bytes(data), Optional.empty());
        }

        @Override
        public void closed(int code, String reason) {
            connection.closed(code, reason);
        }
    }

    private void message(String text, Optional<HeldFrame> frame) {
        if (isLonger(text, maxIncoming)) {
            close(1011, ErrorCode.MESSAGE_INCOMING_TOO_LONG.reason());
        } else {
            message(new Frame.Text(text), frame);
        }
    }

    /** Compares in UTF-8, where a character is at most three bytes for each of its places in a Java string. */
    private static boolean isLonger(String text, int limit) {
        return text.length() > limit || text.length() > limit / 3 && text.getBytes(StandardCharsets.UTF_8).length > limit;
    }

    private void message(byte[] content, Optional<HeldFrame> frame) {
        if (content.length > maxIncoming) {
            close(1011, ErrorCode.MESSAGE_INCOMING_TOO_LONG.reason());
        } else {
            message(new Frame.Binary(content), frame);
        }
    }

    private void message(Frame content, Optional<HeldFrame> frame) {
        try {
            switch (ClientProtocol.decodeToServer(encoding, content)) {
                case ToServer.ActionRequest(long id, String name, List<Object> args) -> connection.call(name, args, reply(id, frame));
                case ToServer.SubscriptionRequest(String event, boolean subscribe) -> connection.subscribe(event, subscribe, frame);
            }
        } catch (DecodeException e) {
            close(1011, ErrorCode.ACTOR_INVALID_REQUEST.reason());
        }
    }

    private ActionReply reply(long id, Optional<HeldFrame> frame) {
        return frame.isEmpty() ? new Reply(id) : new AcknowledgingReply(frame.get(), new Reply(id));
    }

    // ------------------------------------------------------------------ to the client

    @Override
    public void opened() {
        open = true;
        send(ClientProtocol.encode(encoding, new ToClient.Init(cell.start().actorId(), connection.id())));
        early.forEach(this::event);
        early.clear();
    }

    /** The error reaches the client before the close (R-conn-34); masked, unlike the original's. */
    @Override
    public void failed(RivetException error) {
        send(ClientProtocol.encode(encoding, withoutActor(ErrorBody.of(error, OptionalLong.empty()))));
        close(1011, error.group() + "." + error.code());
    }

    /** Refusals and size errors do not name the actor (spec/wire.md 10). */
    private static ToClient.Error withoutActor(ToClient.Error error) {
        return new ToClient.Error(error.group(), error.code(), error.message(), error.metadata(), error.actionId(), Optional.empty());
    }

    @Override
    public void event(EncodedEvent event) {
        if (!open) {
            early.add(event); // sent by a connect hook: the client hears Init first (R-conn-6)
            return;
        }
        Frame frame = event.frame(encoding);
        if (isTooLong(frame)) {
            close(1011, ErrorCode.MESSAGE_OUTGOING_TOO_LONG.reason());
        } else {
            send(frame);
        }
    }

    @Override
    public void close(int code, String reason) {
        socket.close(code, reason);
    }

    private void send(Frame frame) {
        switch (frame) {
            case Frame.Text(String text) -> socket.sendText(text);
            case Frame.Binary(byte[] bytes) -> socket.sendBinary(bytes);
        }
    }

    private boolean isTooLong(Frame frame) {
        return switch (frame) {
            case Frame.Text(String text) -> isLonger(text, maxOutgoing);
            case Frame.Binary(byte[] bytes) -> bytes.length > maxOutgoing;
        };
    }

    /** The answer to one action. */
    private final class Reply implements ActionReply {

        private final long id;

        Reply(long id) {
            this.id = id;
        }

        @Override
        public Runnable value(Object output) {
            Frame frame = ClientProtocol.encode(encoding, new ToClient.ActionResponse(id, output));
            if (isTooLong(frame)) {
                Frame error = ClientProtocol.encode(encoding, withoutActor(ErrorBody.of(ErrorCode.MESSAGE_OUTGOING_TOO_LONG.error(), OptionalLong.of(id))));
                return () -> send(error);
            }
            return () -> send(frame);
        }

        @Override
        public void error(RivetException error) {
            send(ClientProtocol.encode(encoding, ErrorBody.of(error.withActor(cell.specifier()), OptionalLong.of(id))));
        }

        @Override
        public void refused(RivetException reason) {
            error(reason);
        }
    }
}
