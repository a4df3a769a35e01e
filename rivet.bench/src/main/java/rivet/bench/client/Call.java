package rivet.bench.client;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.Text;

/**
 * One action of one actor, encoded once and sent many times: its name and arguments for a connection, the whole request
 * for HTTP.
 *
 * @param actor which of the scenario's actors, counted from 0
 * @param name the action's name in UTF-8
 * @param arguments encoded as the connection's codec does
 * @param request head and chunked body as the npm client sends them
 */
public record Call(int actor, byte[] name, byte[] arguments, byte[] request) {

    /** Addresses the actor as the npm client does (spec/wire.md 6): get or create, through the gateway. */
    public static Call of(URI server, ClientCodec codec, ActorAddress address, int actor, String action, Object... arguments) {
        byte[] encoded = codec.arguments(List.of(arguments));
        String name = URLEncoder.encode(action, StandardCharsets.UTF_8);
        byte[] body = codec.httpRequest(encoded);
        byte[] request = new Bytes(512)
            .utf8("POST " + address.path(server, "/action/" + name) + " HTTP/1.1\r\n"
                + "host: " + server.getAuthority() + "\r\nconnection: keep-alive\r\n"
                + "User-Agent: RivetKit/2.3.19\r\nContent-Type: " + codec.contentType() + "\r\n"
                + "x-rivet-encoding: " + codec.name() + "\r\naccept: */*\r\naccept-language: *\r\n"
                + "sec-fetch-mode: cors\r\naccept-encoding: gzip, deflate\r\ntransfer-encoding: chunked\r\n\r\n"
                + Integer.toHexString(body.length) + "\r\n")
            .raw(body).utf8("\r\n0\r\n\r\n").toArray();
        return new Call(actor, Text.bytes(action), encoded, request);
    }
}
