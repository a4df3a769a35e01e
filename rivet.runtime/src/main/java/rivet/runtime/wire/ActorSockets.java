package rivet.runtime.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.protocol.DecodeException;
import rivet.protocol.client.Encoding;
import rivet.protocol.value.JsonValues;
import rivet.runtime.actor.Cell;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/** The WebSocket routes of an actor (spec/wire.md 8). */
public final class ActorSockets {

    private static final String RAW = "/websocket";
    private static final String ENCODING = "rivet_encoding.";
    private static final String PARAMS = "rivet_conn_params.";

    /** Ignores what a socket that is being refused still says. */
    private static final SocketListener DEAF = new SocketListener() {
        @Override
        public void text(String text) {
            // refused
        }

        @Override
        public void binary(ByteBuffer data) {
            // refused
        }

        @Override
        public void closed(int code, String reason) {
            // nothing was begun for it
        }
    };

    /**
     * Takes a socket; what is wrong with it reaches the client as a close frame.
     *
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    public SocketListener open(Cell cell, SocketCall call, ClientSocket socket) {
        int query = call.target().indexOf('?');
        String path = query < 0 ? call.target() : call.target().substring(0, query);
        boolean raw = path.equals(RAW) || path.startsWith(RAW + "/");
        if (!raw && !path.equals("/connect")) {
            return refuse(socket, 1011, ErrorCode.ACTOR_NOT_FOUND.reason());
        }
        Encoding encoding = Encoding.JSON;
        Object params = null;
        for (String token : call.subprotocols()) {
            if (token.startsWith(ENCODING) && !raw) {
                Optional<Encoding> named = Encoding.named(token.substring(ENCODING.length()));
                if (named.isEmpty()) {
                    return refuse(socket, 1003, ErrorCode.ACTOR_UNSUPPORTED_WEBSOCKET_ENCODING.reason());
                }
                encoding = named.get();
            } else if (token.startsWith(PARAMS)) {
                try {
                    params = JsonValues.readPlain(Percent.decode(token.substring(PARAMS.length())));
                } catch (CharacterCodingException | DecodeException e) {
                    return refuse(socket, 1011, ErrorCode.CORE_UNDECODABLE.reason());
                }
            }
        }
        ConnectionRequest request = new ConnectionRequest("GET", call.target(), call.headers());
        return raw ? RawActorSocket.open(cell, socket, request, params) : ActorSocket.open(cell, socket, encoding, request, params);
    }

    private static SocketListener refuse(ClientSocket socket, int code, String reason) {
        socket.close(code, reason);
        return DEAF;
    }
}
