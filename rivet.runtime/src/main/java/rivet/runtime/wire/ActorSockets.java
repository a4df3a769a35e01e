package rivet.runtime.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.Encoding;
import rivet.protocol.value.JsonValues;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.ClientConnection;
import rivet.runtime.actor.Reconnecting;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.store.StoredConnection;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.route.ActorRoute;

/** The WebSocket routes of an actor (spec/wire.md 8). */
public final class ActorSockets implements Reconnecting {

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

    private final boolean probes;
    private final Routes routes;
    private final Routed routed;

    /**
     * Makes the routes.
     *
     * @param probes whether tests may ask on a socket how far its frames have been dealt with
     * @param routes those that others answer
     * @param access who may look into actors
     */
    public ActorSockets(boolean probes, Routes routes, InspectorAccess access) {
        this.probes = probes;
        this.routes = routes;
        routed = new Routed(access);
    }

    /**
     * Takes a socket; what is wrong with it reaches the client as a close frame.
     *
     * @throws NotAdmittedException if the actor takes no work; nothing has begun
     */
    public SocketListener open(Cell cell, SocketCall call, ClientSocket socket) {
        String path = path(call.target());
        boolean raw = isRaw(path);
        if (!raw && !path.equals("/connect")) {
            return routes.find(path).map(route -> other(route, cell, call, socket)).orElseGet(() -> refuse(socket, 1011, ErrorCode.ACTOR_NOT_FOUND.reason()));
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
        if (!raw) {
            return ActorSocket.open(cell, socket, encoding, request, params, call.subprotocols());
        }
        boolean hibernates = cell.code().map(ActorSockets::maySocketsStay).orElse(false);
        return hibernates && socket instanceof HibernatingSocket stays
            ? RawActorSocket.open(cell, stays, request, params, call.subprotocols(), probes) : RawActorSocket.open(cell, socket, request, params);
    }

    /** Of those that may, the actor decides when it takes them. */
    private static boolean maySocketsStay(FactoryGeneration code) {
        return code.options().canHibernateWebSocket() || code.definition().filter(actor -> actor.overrides("canHibernate")).isPresent();
    }

    private static boolean isRaw(String path) {
        return path.equals(RAW) || path.startsWith(RAW + "/");
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    @Override
    public boolean isOfActor(String target) {
        return isRaw(path(target));
    }

    @Override
    public ClientConnection reconnect(Cell cell, StoredConnection stored, HibernatingSocket socket) {
        List<String> subprotocols = stored.headers().getOrDefault("sec-websocket-protocol", List.of()).stream()
            .flatMap(list -> Arrays.stream(list.split(","))).map(String::strip).toList();
        if (isRaw(path(stored.path()))) {
            return RawActorSocket.restore(cell, socket, stored, subprotocols, probes);
        }
        Encoding encoding = subprotocols.stream().filter(token -> token.startsWith(ENCODING))
            .flatMap(token -> Encoding.named(token.substring(ENCODING.length())).stream()).findFirst().orElse(Encoding.JSON);
        return ActorSocket.restore(cell, socket, encoding, stored, subprotocols);
    }

    private SocketListener other(ActorRoute route, Cell cell, SocketCall call, ClientSocket socket) {
        try {
            return routed.open(route, cell, call, socket);
        } catch (RivetException e) {
            return refuse(socket, 1011, e.group() + "." + e.code());
        }
    }

    private static SocketListener refuse(ClientSocket socket, int code, String reason) {
        socket.close(code, reason);
        return DEAF;
    }
}
