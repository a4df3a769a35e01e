package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.UserError;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.StopCause;

/** HTTP requests that an actor answers itself (spec/core.md 5.6). */
class RawRequestTest {

    @TempDir
    Path folder;
    private TestPlatform platform;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private final CountDownLatch begun = new CountDownLatch(1);

    /** What JSON holds. */
    record Point(int x, Integer y) {}

    private final class Web extends Actor<Long> {

        @Override
        protected Long createState(Input input) {
            return 0L;
        }

        @Override
        protected void onBeforeConnect(Connection connection) {
            if (connection.request().header("x-refuse").isPresent()) {
                throw new UserError("no", "refused");
            }
        }

        @Override
        protected void onConnect(Connection connection) {
            log.add("connect");
        }

        @Override
        protected void onDisconnect(Connection connection) {
            log.add("disconnect");
        }

        @Override
        protected Response onRequest(Request request) throws Exception {
            setState(state() + 1);
            log.add(request.method() + " " + request.target() + " " + connections().size());
            return switch (request.path()) {
                case "/see" -> Response.text(request.method() + "|" + request.url() + "|" + request.path() + "|" + request.query().orElse("-") + "|" + request.header("X-A").orElse("-"));
                case "/bytes" -> Response.bytes("x/y", await(request.bytes()));
                case "/json" -> Response.json(new Point(await(request.json(Point.class)).x() + 1, null));
                case "/pieces" -> pieces(request);
                case "/status" -> Response.of(418).withHeader("Set-Cookie", "a=1").withHeader("set-cookie", "b=2");
                case "/null" -> null;
                case "/fail" -> throw new IllegalStateException("secret");
                case "/user" -> throw new UserError("nope", "web_nope", Map.of("z", 1));
                case "/stream" -> Response.stream("text/plain", this::stream);
                case "/flood" -> Response.stream("text/plain", this::flood);
                case "/broken" -> Response.stream("text/plain", to -> {
                    to.write("a");
                    throw new IllegalStateException("secret");
                });
                case "/hang" -> {
                    begun.countDown();
                    await(gate);
                    yield Response.text("late");
                }
                default -> Response.of(404);
            };
        }

        private Response pieces(Request request) {
            List<String> pieces = new ArrayList<>();
            for (Optional<byte[]> piece = await(request.next()); piece.isPresent(); piece = await(request.next())) {
                pieces.add(new String(piece.get(), StandardCharsets.UTF_8));
            }
            return Response.text(String.join("|", pieces));
        }

        private void stream(Response.Sink to) throws Exception {
            to.write("one;");
            setState(state() + 100);
            await(gate);
            to.write("two;");
        }

        private void flood(Response.Sink to) throws Exception {
            try {
                for (int i = 0; i < 1_000; i++) {
                    to.write(new byte[10_000]);
                    log.add("wrote");
                }
            } catch (java.io.IOException e) {
                log.add("gone");
                throw e;
            }
        }

        @Action
        public long count() {
            return state();
        }
    }

    @BeforeEach
    void open() throws Exception {
        platform = new TestPlatform(folder);
        platform.type("web", Web::new);
        platform.start("web", "w");
    }

    @AfterEach
    void close() {
        gate.complete(null);
        platform.close();
    }

    private HttpReply fetch(String target) throws Exception {
        return platform.fetch("w", target);
    }

    @ParameterizedTest
    @CsvSource({"/request/see?a=1&b=%20, GET|http://host/see?a=1&b=%20|/see|a=1&b=%20|-", "/request/see, GET|http://host/see|/see|-|-"})
    void whatTheActorSeesOfARequest(String target, String seen) throws Exception {
        HttpReply reply = TestPlatform.await(platform.fetch("w", "GET", target, HttpBody.empty(), Map.of("host", List.of("host"))));
        assertThat(TestPlatform.text(reply)).isEqualTo(seen);
        assertThat(reply.headers()).containsEntry("x-rivet-actor", List.of("w")).containsEntry("x-rivet-actor-generation", List.of("1")); // R-http-11
    }

    @Test
    void theUrlIsTheOneThatTheApplicationAskedFor() throws Exception { // spec/wire.md 7
        Map<String, List<String>> headers = Map.of("host", List.of("host"), "x-a", List.of("1"), "x-rivet-internal-original-request-url", List.of("https://app.example/see?q"));
        assertThat(TestPlatform.text(TestPlatform.await(platform.fetch("w", "PUT", "/request/see?q", HttpBody.empty(), headers))))
            .isEqualTo("PUT|https://app.example/see?q|/see|q|1");
    }

    @ParameterizedTest
    @CsvSource({"/request, /", "/request?a=1, /?a=1", "/request/, /", "/request//x, //x"})
    void theTargetBeginsWithASlash(String target, String seen) throws Exception { // R-http-1
        fetch(target);
        assertThat(log).contains("GET " + seen + " 1");
    }

    @Test
    void otherPathsAreNotTheActors() throws Exception { // R-http-1
        assertThat(fetch("/requests").status()).isEqualTo(404);
        assertThat(TestPlatform.text(fetch("/requests"))).contains("not_found");
        assertThat(log).isEmpty();
    }

    @Test
    void bodiesAreReadInOneOfSeveralWays() throws Exception {
        byte[] content = { 0, 1, (byte) 0xff };
        HttpReply bytes = TestPlatform.await(platform.fetch("w", "POST", "/request/bytes", HttpBody.of(content), Map.of()));
        assertThat(bytes.headers()).containsEntry("content-type", List.of("x/y"));
        assertThat(TestPlatform.await(bytes.body().bytes(10).toCompletableFuture())).isEqualTo(content);
        HttpReply json = TestPlatform.await(platform.fetch("w", "POST", "/request/json", HttpBody.of("{\"x\":4}".getBytes()), Map.of()));
        assertThat(TestPlatform.text(json)).isEqualTo("{\"x\":5,\"y\":null}");
        HttpReply wrong = TestPlatform.await(platform.fetch("w", "POST", "/request/json", HttpBody.of("{\"x\":".getBytes()), Map.of()));
        assertThat(TestPlatform.text(wrong)).contains("validation_error");
    }

    @Test
    void aBodyIsReadPieceByPieceAtThePaceOfTheActor() throws Exception { // R-http-16
        CompletableFuture<HttpReply> reply;
        try (SubmissionPublisher<ByteBuffer> pieces = new SubmissionPublisher<>()) {
            reply = platform.fetch("w", "POST", "/request/pieces", HttpBody.streamed(pieces), Map.of());
            TestPlatform.until(() -> pieces.getNumberOfSubscribers() == 1);
            for (String piece : List.of("a", "b", "c")) {
                pieces.submit(ByteBuffer.wrap(piece.getBytes()));
            }
        }
        assertThat(TestPlatform.text(TestPlatform.await(reply))).isEqualTo("a|b|c");
    }

    @Test
    void statusAndHeadersAreTheActors() throws Exception {
        HttpReply reply = fetch("/request/status");
        assertThat(reply.status()).isEqualTo(418);
        assertThat(reply.headers()).containsEntry("set-cookie", List.of("a=1", "b=2"));
        assertThat(TestPlatform.text(reply)).isEmpty();
    }

    @Test
    void failuresAreAnswersAsTheyAreOfActions() throws Exception { // R-http-14
        assertThat(TestPlatform.text(fetch("/request/null"))).contains("onRequest handler must return a Response");
        HttpReply masked = fetch("/request/fail");
        assertThat(masked.status()).isEqualTo(500);
        assertThat(TestPlatform.text(masked)).contains("internal_error").doesNotContain("secret");
        HttpReply user = fetch("/request/user");
        assertThat(user.status()).isEqualTo(500);
        assertThat(TestPlatform.text(user)).contains("web_nope", "nope", "\"z\":1");
    }

    @Test
    void aRequestIsAConnectionForAsLongAsItLasts() throws Exception { // R-http-14, R-conn-16
        fetch("/request/status");
        TestPlatform.until(() -> log.size() == 3);
        assertThat(log).containsExactly("connect", "GET /status 1", "disconnect");
        HttpReply refused = TestPlatform.await(platform.fetch("w", "GET", "/request/status", HttpBody.empty(), Map.of("x-refuse", List.of("1"))));
        assertThat(TestPlatform.text(refused)).contains("refused");
        assertThat(log).hasSize(3);
    }

    @Test
    void anActorThatTakesNoRequestsSaysSo() throws Exception { // R-http-13
        platform.type("bare", () -> new Actor<Void>() {});
        platform.start("bare", "b");
        HttpReply reply = platform.fetch("b", "/request/x");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(TestPlatform.text(reply)).isEmpty();
    }

    @Test
    void aRequestHasATimeOfItsOwn() throws Exception { // R-http-14
        platform.type("hurried", Web::new, "onRequestTimeout", 50);
        platform.start("hurried", "h");
        HttpReply late = platform.fetch("h", "/request/hang");
        assertThat(late.status()).isEqualTo(408);
        assertThat(TestPlatform.text(late)).contains("action_timed_out");
        assertThat(platform.call("h", "count")).isEqualTo(1);
    }

    /** Reads what is asked for. */
    private static class Reader implements Flow.Subscriber<ByteBuffer> {

        private final StringBuffer text = new StringBuffer();
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private Flow.Subscription source;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            source = subscription;
        }

        @Override
        public void onNext(ByteBuffer piece) {
            text.append(StandardCharsets.UTF_8.decode(piece));
        }

        @Override
        public void onError(Throwable cause) {
            end.complete("broken");
        }

        @Override
        public void onComplete() {
            end.complete("complete");
        }
    }

    private Reader read(HttpReply reply, long count) {
        Reader reader = new Reader();
        reply.body().stream().subscribe(reader);
        reader.source.request(count);
        return reader;
    }

    @Test
    void piecesLeaveWithTheTurnThatWroteThem() throws Exception {
        Reader reader = read(fetch("/request/stream"), 10);
        TestPlatform.until(() -> reader.text.toString().equals("one;"));
        assertThat(platform.call("w", "count")).as("the turn that wrote is durable").isEqualTo(101);
        assertThat(reader.end).isNotDone();
        gate.complete(null);
        assertThat(TestPlatform.await(reader.end)).isEqualTo("complete");
        assertThat(reader.text).hasToString("one;two;");
    }

    @Test
    void anAnswerThatFailsHalfWayBreaksOff() throws Exception {
        Reader reader = read(fetch("/request/broken"), 0);
        assertThat(TestPlatform.await(reader.end)).isEqualTo("broken");
        assertThat(platform.call("w", "count")).isEqualTo(1);
    }

    @Test
    void aClientThatDoesNotReadMakesTheActorWait() throws Exception {
        Reader reader = read(fetch("/request/flood"), 1);
        TestPlatform.until(() -> log.stream().filter("wrote"::equals).count() >= 26);
        platform.call("w", "count"); // turns go on
        assertThat(log.stream().filter("wrote"::equals)).as("256 KiB ahead, and one piece").hasSizeLessThan(30);
        reader.source.cancel();
        TestPlatform.until(() -> log.contains("gone"));
    }

    @Test
    void anAnswerThatNobodyGetsIsNotWritten() throws Exception {
        platform.type("hurried", Web::new, "onRequestTimeout", 50, "sleepGracePeriod", 200);
        platform.start("hurried", "h");
        HttpReply reply = platform.fetch("h", "/request/flood");
        reply.body().stream().subscribe(new Reader() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.cancel();
            }
        });
        TestPlatform.until(() -> log.contains("gone"));
        platform.stop("h", StopCause.SLEEP_INTENT);
    }

    @Test
    void aBodyIsReadOnce() throws Exception {
        HttpReply reply = fetch("/request/stream");
        read(reply, 1);
        assertThatThrownBy(() -> read(reply, 1)).isInstanceOf(IllegalStateException.class);
    }
}
