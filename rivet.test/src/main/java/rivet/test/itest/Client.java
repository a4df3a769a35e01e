package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpError;

/** A client of the public port (spec/wire.md 4 to 8): one attempt for each call, no retries. */
final class Client implements AutoCloseable {

    /**
     * An answer.
     *
     * @param status HTTP status
     * @param output result of the action; null if it failed
     * @param failure what went wrong, if so
     */
    record Reply(int status, Object output, Optional<HttpError> failure) {

        /** Returns {@code group.code}; {@code ok} for a result. */
        String code() {
            return failure.map(error -> error.group() + "." + error.code()).orElse("ok");
        }

        /** Returns an entry of the failure's metadata, or null. */
        Object metadata(String name) {
            return failure.flatMap(HttpError::metadata).map(all -> ((Map<?, ?>) all).get(name)).orElse(null);
        }

        /** Returns the result as a whole number. */
        long number() {
            assertThat(code()).as("code of %s", this).isEqualTo("ok");
            return ((Number) output).longValue();
        }

        /** Returns the result as text. */
        String text() {
            assertThat(code()).as("code of %s", this).isEqualTo("ok");
            return String.valueOf(output);
        }
    }

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String base;

    /**
     * Makes a client.
     *
     * @param base address of the public port, with a slash at the end
     */
    Client(String base) {
        this.base = base;
    }

    /** Returns the address of the public port, with a slash at the end. */
    String base() {
        return base;
    }

    /** Calls an action of the actor that has a key, creating it if there is none. */
    CompletableFuture<Reply> send(String type, String key, String action, Object... arguments) {
        byte[] body = ClientProtocol.encode(Encoding.JSON, new HttpActionRequest(Arrays.asList(arguments)));
        HttpRequest request = HttpRequest.newBuilder(URI.create(address(type, key, "/action/" + encode(action))))
            .timeout(LIMIT).header("x-rivet-encoding", "json").POST(BodyPublishers.ofByteArray(body)).build();
        return http.sendAsync(request, BodyHandlers.ofByteArray()).thenApply(Client::reply);
    }

    /** Calls an action and waits for the answer. */
    Reply call(String type, String key, String action, Object... arguments) throws Exception {
        return send(type, key, action, arguments).get(LIMIT.toSeconds() + 5, TimeUnit.SECONDS);
    }

    /** Opens a connection; done when the actor has said that it is connected. */
    CompletableFuture<Live> connect(String type, String key) {
        Live live = new Live();
        URI address = URI.create(address(type, key, "/connect").replaceFirst("^http", "ws"));
        return http.newWebSocketBuilder().connectTimeout(LIMIT).subprotocols("rivet", "rivet_encoding.json").buildAsync(address, live)
            .thenCompose(socket -> live.opened(socket));
    }

    private String address(String type, String key, String path) {
        return base + "gateway/" + encode(type) + path + "?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-key=" + encode(key)
            + "&rvt-crash-policy=sleep";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        return response.statusCode() == 200
            ? new Reply(200, ClientProtocol.decodeActionResponse(Encoding.JSON, response.body()).output(), Optional.empty())
            : new Reply(response.statusCode(), null, Optional.of(ClientProtocol.decodeError(Encoding.JSON, response.body())));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
