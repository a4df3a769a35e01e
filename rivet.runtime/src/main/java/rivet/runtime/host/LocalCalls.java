package rivet.runtime.host;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpError;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;

/** Calls actions from inside this process, by the way that every client takes. */
final class LocalCalls {

    private static final int REPLY_LIMIT = 64 << 20;

    private LocalCalls() {}

    /** Calls an action; arguments and result are plain values. */
    static CompletionStage<Object> call(Engine engine, String actorId, String action, List<Object> arguments) {
        byte[] body = ClientProtocol.encode(Encoding.BARE, new HttpActionRequest(arguments));
        return engine.request(actorId, new LocalCall("POST", "/action/" + escape(action), body)).thenCompose(LocalCalls::result);
    }

    /** Returns the request that every actor that is awake answers. */
    static HttpCall health() {
        return new LocalCall("GET", "/health", new byte[0]);
    }

    private static CompletionStage<Object> result(HttpReply reply) {
        return reply.body().bytes(REPLY_LIMIT).thenCompose(bytes -> {
            if (reply.status() == 200) {
                return CompletableFuture.completedStage(ClientProtocol.decodeActionResponse(Encoding.BARE, bytes).output());
            }
            Encoding encoding = reply.headers().getOrDefault("content-type", List.of("")).getFirst().contains("json") ? Encoding.JSON : Encoding.BARE;
            HttpError error = ClientProtocol.decodeError(encoding, bytes);
            RivetException failure = new RivetException(error.group(), error.code(), error.message());
            return CompletableFuture.failedStage(error.metadata().map(failure::withMetadata).orElse(failure));
        });
    }

    private static String escape(String action) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : action.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '-' || b == '_';
            escaped.append(plain ? String.valueOf((char) b) : String.format("%%%02X", b));
        }
        return escaped.toString();
    }

    private record LocalCall(String method, String target, byte[] content) implements HttpCall {

        private static final Map<String, List<String>> HEADERS = Map.of("x-rivet-encoding", List.of("bare"), "content-type",
            List.of("application/octet-stream"));

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(HEADERS.get(name)).map(List::getFirst);
        }

        @Override
        public Map<String, List<String>> headers() {
            return HEADERS;
        }

        @Override
        public HttpBody body() {
            return HttpBody.of(content);
        }
    }
}
