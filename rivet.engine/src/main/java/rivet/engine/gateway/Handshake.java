package rivet.engine.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

import rivet.spi.engine.SocketCall;

/**
 * What a WebSocket was opened with.
 *
 * @param path raw
 * @param query raw, empty for none
 * @param fields headers
 * @param subprotocols those that were offered, in order
 * @param peer who opens it
 */
record Handshake(String path, String query, HttpFields fields, List<String> subprotocols, Peer peer) {

    /** The one subprotocol that is ever chosen (spec/wire.md 8). */
    static final String SUBPROTOCOL = "rivet";

    static Handshake of(String path, String query, HttpFields fields, Peer peer) {
        List<String> offered = new ArrayList<>(4);
        for (String list : fields.getValuesList(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL)) {
            for (String word : list.split(",")) {
                if (!word.isBlank()) {
                    offered.add(word.strip());
                }
            }
        }
        return new Handshake(path, query, fields, offered, peer);
    }

    Optional<Router.Named> named() {
        return Gateway.named(subprotocols);
    }

    /** Returns it as the actor sees it. */
    SocketCall call(String target) {
        List<String> seen = subprotocols.stream().filter(word -> !word.startsWith("rivet_token.")).toList();
        return new SocketCall(target, ServletCall.headers(fields, true), seen);
    }
}
