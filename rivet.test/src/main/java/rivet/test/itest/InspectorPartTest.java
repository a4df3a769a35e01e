package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.test.itest.actors.counter.Counter;

/** The inspector comes and goes while an actor is in use: the actor does not notice, and nothing is left behind. */
class InspectorPartTest extends InContainer {

    /** How often it comes and goes: some times with every build, {@code -Drivet.inspector.times=100} by hand. */
    private static final int TIMES = Integer.getInteger("rivet.inspector.times", 10);

    private HttpClient http;
    private String id;
    private String token;

    @BeforeEach
    void actor() throws Exception {
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ActorBundle.of("itest.counters", "1.0.0", "counter").start(context);
        assertThat(client.call(Counter.TYPE, key, "add", 1L).number()).isEqualTo(1);
        id = actor(Counter.TYPE, key).id();
        token = inspection().inspect(id).thenCompose(one -> one.token()).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void isThere() throws Exception {
        http.shutdownNow();
        inspector().start();
    }

    private Bundle inspector() {
        return Arrays.stream(context.getBundles()).filter(bundle -> bundle.getSymbolicName().equals("rivet.inspector")).findFirst().orElseThrow();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.contains("inspector")).sorted().toList();
    }

    private String address(String path) {
        return client.base() + "gateway/" + id + "/inspector/" + path;
    }

    private HttpResponse<String> get(String path, String bearer) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(address(path))).header("authorization", "Bearer " + bearer).build(), BodyHandlers.ofString());
    }

    private void awaitStatus(int status) throws Exception {
        Await.until("status " + status, () -> {
            try {
                return get("summary", token).statusCode() == status;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Opens a WebSocket; done when it is closed, with code and reason. */
    private CompletableFuture<String> watch() throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        CompletableFuture<Void> init = new CompletableFuture<>();
        http.newWebSocketBuilder().subprotocols("rivet", "rivet_inspector_token." + token)
            .buildAsync(URI.create(address("connect?protocol_version=6").replaceFirst("^http", "ws")), new WebSocket.Listener() {

                @Override
                public CompletionStage<?> onBinary(WebSocket socket, java.nio.ByteBuffer data, boolean last) {
                    init.complete(null);
                    socket.request(1);
                    return null;
                }

                @Override
                public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                    end.complete(code + " " + reason);
                    return null;
                }

                @Override
                public void onError(WebSocket socket, Throwable error) {
                    end.completeExceptionally(error);
                }
            });
        init.get(10, TimeUnit.SECONDS);
        return end;
    }

    @Test
    void opensWithTheActorsOwnTokenOnly() throws Exception {
        assertThat(get("state", "token").statusCode()).isEqualTo(401);
        assertThat(get("state", "").statusCode()).isEqualTo(401);
        assertThat(get("summary", token).body()).contains("\"rpcs\"");
    }

    @Test
    void comesAndGoesWhileAnActorIsInUse() throws Exception {
        List<String> threads = threads();
        try (Load load = new Load(client, Counter.TYPE, key)) {
            int turns = live(Counter.TYPE, key).orElseThrow().instance();
            for (int i = 0; i < TIMES; i++) {
                load.awaitProgress();
                awaitStatus(200);
                CompletableFuture<String> end = watch();
                inspector().stop();
                assertThat(end.get(10, TimeUnit.SECONDS)).isEqualTo("1001 inspector.stopped");
                HttpResponse<String> absent = get("summary", token);
                assertThat(absent.statusCode()).isEqualTo(404);
                assertThat(absent.body()).contains("\"actor\"", "\"not_found\"");
                assertThat(Stream.of(inspector().getServicesInUse(), inspector().getRegisteredServices()).filter(all -> all != null).flatMap(Arrays::stream)).isEmpty();
                if (i % 2 == 1) {
                    inspector().update();
                }
                inspector().start();
            }
            load.awaitProgress();
            load.end();
            load.verify();
            assertThat(live(Counter.TYPE, key).orElseThrow().instance()).as("instance").isEqualTo(turns);
            assertThat(live(Counter.TYPE, key).orElseThrow().connections()).as("connections").isZero();
            assertThat(threads()).as("threads of the inspector").isEqualTo(threads);
        }
    }
}
