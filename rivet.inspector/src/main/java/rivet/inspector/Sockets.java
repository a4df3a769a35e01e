package rivet.inspector;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import rivet.error.ErrorCode;
import rivet.protocol.inspector.InspectorProtocol;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.route.RoutedActor;

/** The open WebSockets of all inspectors. */
final class Sockets {

    private static final String PATH = "connect";
    private static final String VERSION = "protocol_version";

    private final Set<InspectorSocket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Takes a socket; what is wrong with it is said by a close frame. The version is looked at before the token (R-insp-20). */
    SocketListener open(RoutedActor actor, SocketCall call, ClientSocket socket) {
        Paths paths = Paths.of(call.target());
        if (!paths.path().equals(PATH)) {
            throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "inspector route", "id", paths.path());
        }
        Optional<InspectorProtocol> protocol = protocol(paths);
        InspectorSocket inspector = new InspectorSocket(actor.inspection(), socket, protocol.orElseGet(InspectorProtocol::legacy), open::remove);
        open.add(inspector);
        if (closed) {
            inspector.leave();
        } else if (protocol.isEmpty()) {
            inspector.close(1002, ErrorCode.INSPECTOR_INVALID_PROTOCOL_VERSION.reason());
        } else {
            inspector.begin(Tokens.of(call.subprotocols(), call.headers()));
        }
        return inspector;
    }

    private static Optional<InspectorProtocol> protocol(Paths paths) {
        String version = paths.query().get(VERSION);
        if (version == null) {
            return Optional.of(InspectorProtocol.legacy());
        }
        return version.matches("\\d{1,3}") ? InspectorProtocol.of(Integer.parseInt(version)) : Optional.empty();
    }

    /** Closes all, and whatever is opened later. */
    void close() {
        closed = true;
        open.forEach(InspectorSocket::leave);
    }
}
