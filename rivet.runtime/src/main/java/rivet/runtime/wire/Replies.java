package rivet.runtime.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.ErrorBody;
import rivet.runtime.actor.Cell;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/**
 * Makes the answers of an actor to an HTTP request.
 *
 * @param encoding the one that the client asked for
 */
record Replies(Cell cell, Encoding encoding) {

    HttpReply error(RivetException e) {
        return of(e.status(), encoding.contentType(), ClientProtocol.encode(encoding, ErrorBody.of(e.withActor(cell.specifier()))));
    }

    HttpReply of(int status, String type, byte[] body) {
        return marked(new HttpReply(status, Map.of("content-type", List.of(type)), HttpBody.of(body)));
    }

    /** Every answer of an actor names it (R-http-11). */
    HttpReply marked(HttpReply reply) {
        Map<String, List<String>> headers = new HashMap<>(reply.headers());
        headers.put("x-rivet-actor", List.of(cell.start().actorId()));
        headers.put("x-rivet-actor-generation", List.of(Integer.toString(cell.start().generation())));
        cell.specifier().key().filter(Replies::fitsHeader).ifPresent(key -> headers.put("x-rivet-actor-key", List.of(key)));
        return new HttpReply(reply.status(), headers, reply.body());
    }

    private static boolean fitsHeader(String key) {
        return key.chars().allMatch(c -> c >= ' ' && c < 127);
    }
}
