package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.engine.testing.Await;
import rivet.engine.testing.RawClient;
import rivet.engine.testing.TestServer;
import rivet.engine.testing.World;
import rivet.error.ErrorCode;
import rivet.spi.engine.Hosting.TypeStatus;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;

class HttpGatewayTest {

    private static final String GET = "rvt-namespace=default&rvt-method=get";
    private static final String CREATE = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default";

    @TempDir
    Path folder;
    private World world;
    private TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<HttpCall> calls = new LinkedBlockingQueue<>();

    /** Returns whether requests have virtual threads, as they have unless the server is configured otherwise. */
    boolean virtualThreads() {
        return true;
    }

    @BeforeEach
    void open() throws Exception {
        world = new World(folder);
        server = new TestServer(PortLimits.DEFAULT, world.time, virtualThreads());
        server.up(world);
        answer(call -> text(200, call.method() + " " + call.target()));
    }

    @AfterEach
    void close() {
        server.close();
        client.close();
        world.close();
    }

    private void answer(Function<HttpCall, CompletionStage<HttpReply>> actor) {
        world.host().handler((id, call) -> {
            calls.add(call);
            return actor.apply(call);
        });
    }

    private static CompletionStage<HttpReply> text(int status, String text) {
        return CompletableFuture.completedFuture(reply(status, text));
    }

    private static HttpReply reply(int status, String text) {
        return new HttpReply(status, Map.of("content-type", List.of("text/plain")), HttpBody.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static void isError(HttpResponse<String> response, ErrorCode code) {
        assertThat(response.statusCode()).isEqualTo(code.status());
        assertThat(response.body()).contains("\"group\":\"" + code.group() + "\"", "\"code\":\"" + code.code() + "\"", "\"message\":\"");
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("x-rivet-ray-id").orElseThrow()).matches("[0-9a-z]{30}");
    }

    @Test
    void anIdLeadsToItsActor() throws Exception {
        String id = world.create("a");
        HttpResponse<String> response = get("/gateway/" + id + "@tok%2Fen/request/p%2Fq?x=%20");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("GET /request/p%2Fq?x=%20");
        assertThat(response.headers().firstValue("content-type")).contains("text/plain");
        assertThat(response.headers().firstValue("x-rivet-ray-id").orElseThrow()).matches("[0-9a-z]{30}");
    }

    @Test
    void aQueryCreatesWhatIsMissingAndFindsItAgain() throws Exception {
        isError(get("/gateway/thing/action/x?" + GET + "&rvt-key=a"), ErrorCode.ACTOR_NOT_FOUND);
        assertThat(get("/gateway/thing/action/x?" + CREATE + "&rvt-key=a&rvt-input=GCo").body()).isEqualTo("GET /action/x");
        assertThat(world.host().nextStart().start().input()).containsExactly(0x18, 0x2a);
        assertThat(get("/gateway/thing/action/y?q=1&" + GET + "&rvt-key=a").body()).isEqualTo("GET /action/y?q=1");
        assertThat(get("/gateway/thing/action/z?" + CREATE + "&rvt-key=a&rvt-input=AA").body()).isEqualTo("GET /action/z");
        assertThat(world.host().unseenStarts()).isZero();
    }

    @Test
    void whatCannotBeRoutedIsAnErrorOfTheGateway() throws Exception {
        HttpResponse<String> unknown = get("/gateway/thing/x?" + GET + "&rvt-zz=1");
        isError(unknown, ErrorCode.GUARD_QUERY_INVALID_PARAMS);
        assertThat(unknown.headers().firstValue("x-rivet-error")).contains("guard.query_invalid_params");
        isError(get("/gateway/not-an-id/health"), ErrorCode.CORE_INTERNAL_ERROR);
        isError(get("/gateway/" + world.ids.get() + "/health"), ErrorCode.ACTOR_NOT_FOUND);
        isError(get("/gateway/thing/x?rvt-namespace=nowhere&rvt-method=get"), ErrorCode.NAMESPACE_NOT_FOUND);
        isError(get("/gateway/thing/x?rvt-namespace=nowhere&rvt-method=getOrCreate&rvt-runner=x"), ErrorCode.NAMESPACE_NOT_FOUND);
        isError(get("/gateway/thing/x?" + CREATE + "&rvt-region=mars"), ErrorCode.DATACENTER_NOT_FOUND);
        isError(get("/gateway/thing/x?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=nopool"),
            ErrorCode.ACTOR_NO_RUNNER_CONFIG_CONFIGURED);
        world.host().type("nobody", TypeStatus.UNKNOWN);
        isError(get("/gateway/nobody/x?" + CREATE), ErrorCode.ACTOR_NOT_REGISTERED);
        isError(get("/gateway//x"), ErrorCode.API_NOT_FOUND);
        isError(get("/gateway/" + world.ids.get() + "@/x"), ErrorCode.API_NOT_FOUND);
        isError(get("/nope"), ErrorCode.API_NOT_FOUND);
    }

    @Test
    void whatAnActorThatRunsIsAskedWithMustStillBeRight() throws Exception {
        get("/gateway/thing/x?" + CREATE + "&rvt-key=a");
        isError(get("/gateway/thing/x?" + CREATE + "&rvt-key=a&rvt-region=mars"), ErrorCode.DATACENTER_NOT_FOUND);
        isError(get("/gateway/thing/x?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=nopool&rvt-key=a"),
            ErrorCode.ACTOR_NO_RUNNER_CONFIG_CONFIGURED);
    }

    @Test
    void headersNameTheActor() throws Exception {
        String id = world.create("a");
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/request/q?x=1")).header("x-rivet-target", "actor");
        isError(send(request.copy()), ErrorCode.GUARD_MISSING_HEADER);
        assertThat(send(request.copy().header("x-rivet-actor", id).header("x-rivet-skip-ready-wait", "1").header("x-rivet-token", "t")).body())
            .isEqualTo("GET /request/q?x=1");
        HttpCall call = calls.poll(10, TimeUnit.SECONDS);
        assertThat(call.headers()).doesNotContainKeys("x-rivet-target", "x-rivet-actor", "x-rivet-token")
            .containsEntry("x-rivet-skip-ready-wait", List.of("1"));
        assertThat(call.header("X-Rivet-Actor")).isEmpty();
        isError(send(request.copy().header("x-rivet-actor", id).header("x-rivet-skip-ready-wait", "maybe")), ErrorCode.GUARD_INVALID_HEADER);
        isError(send(HttpRequest.newBuilder(server.uri("/action/x")).header("x-rivet-target", "actor").header("x-rivet-actor", id)),
            ErrorCode.GUARD_NO_ROUTE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {
        "/gateway/ID/action/weird%2Fname%20x ! /action/weird%2Fname%20x",
        "/gateway/ID/action/%5c%5C ! /action/%5c%5C",
        "/gateway/ID/..%2f..%2fetc%2fpasswd ! /..%2f..%2fetc%2fpasswd",
        "/gateway/ID/request/a/../b ! /request/a/../b",
        "/gateway/ID/request/%2e%2e/b ! /request/%2e%2e/b",
        "/gateway/ID/request/a;x=y/b;c ! /request/a;x=y/b;c",
        "/gateway/ID/request/a\\b ! /request/a\\b",
        "/gateway/ID/request/a|b?c|d{e} ! /request/a|b?c|d{e}",
        "/gateway/ID/request/%3f%23 ! /request/%3f%23",
        "/gateway/ID/request/%F0%9F%98%80%ff ! /request/%F0%9F%98%80%ff",
        "/gateway/ID/request/x?a=%zz&b=%&c=%ff ! /request/x?a=%zz&b=%&c=%ff",
        "/gateway/ID/request/x?a?b=/..//c ! /request/x?a?b=/..//c",
        "/gateway/%61%2Fb%2e%2e/x?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default ! /x"})
    void pathsReachTheActorAsTheyWereSent(String path, String seen) throws Exception {
        String id = world.create("a");
        String target = path.strip().replace("ID", id);
        try (RawClient raw = new RawClient(server.port())) {
            var answer = raw.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n").answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("GET " + seen.strip());
        }
    }

    @ParameterizedTest
    @CsvSource({"/../x", "/gateway/../../x", "/gateway/ID/%00", "/gateway/ID/%zz", "*"})
    void whatIsNoPathAtAllIsRefusedByTheServer(String path) throws Exception {
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("GET " + path.replace("ID", id) + " HTTP/1.1\r\nHost: x\r\n\r\n").answer().status()).isEqualTo(400);
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void aBodyWithoutALengthIsReadAsItComes() throws Exception { // spec/wire.md 2
        answer(call -> call.body().bytes(1_000).thenApply(bytes -> reply(200, bytes.length + ":" + new String(bytes, StandardCharsets.UTF_8))));
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            HttpCall call = calls.poll(10, TimeUnit.SECONDS);
            assertThat(call.header("transfer-encoding")).isEmpty();
            assertThat(raw.send("2\r\nde\r\n").send("0\r\n\r\n").answer().body()).isEqualTo("5:abcde");
            assertThat(raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi").answer().body())
                .isEqualTo("2:hi");
            assertThat(raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").answer().body())
                .isEqualTo("0:");
            assertThat(raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").answer()
                .body()).isEqualTo("0:");
            assertThat(raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\n\r\n").answer().body()).isEqualTo("0:");
        }
    }

    @Test
    void aRequestThatWasNotAdmittedAfterItsBodyWasReadIsOfferedOnceMore() throws Exception {
        answer(call -> call.body().bytes(1_000).thenCompose(bytes -> {
            if (calls.size() == 1) {
                world.engine().sleep(call.target().substring(1));
                return CompletableFuture.failedStage(new NotAdmittedException(ErrorCode.ACTOR_STOPPING.error()));
            }
            return text(200, new String(bytes, StandardCharsets.UTF_8));
        }));
        String id = world.create("a");
        HttpRequest.Builder post = HttpRequest.newBuilder(server.uri("/gateway/" + id + "/" + id)).POST(BodyPublishers.ofString("body"));
        assertThat(send(post).body()).isEqualTo("body");
        assertThat(calls).hasSize(2);
    }

    @Test
    void aBodyOverTheReadersLimitFailsForTheReader() throws Exception {
        answer(call -> call.body().bytes(65_536).handle((bytes, failure) -> failure == null ? reply(200, "" + bytes.length)
            : reply(400, rivet.engine.actor.Causes.named(failure).code())));
        String id = world.create("a");
        HttpRequest.Builder post = HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x"));
        assertThat(send(post.copy().POST(BodyPublishers.ofByteArray(new byte[65_536]))).body()).isEqualTo("65536");
        assertThat(send(post.copy().POST(BodyPublishers.ofByteArray(new byte[65_537]))).body()).isEqualTo("incoming_too_long");
        assertThat(send(post.copy().POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(new byte[300_000])))).body())
            .isEqualTo("incoming_too_long");
    }

    @Test
    void aBodyOverTwentyMebibytesIsNobodys() throws Exception { // spec/wire.md 12
        answer(call -> call.body().bytes(Integer.MAX_VALUE).thenApply(bytes -> reply(200, "" + bytes.length)));
        String id = world.create("a");
        HttpRequest.Builder post = HttpRequest.newBuilder(server.uri("/gateway/" + id + "/request/x"));
        assertThat(send(post.copy().POST(BodyPublishers.ofByteArray(new byte[PortLimits.DEFAULT.body()]))).body()).isEqualTo("" + PortLimits.DEFAULT.body());
        try (RawClient raw = new RawClient(server.port())) {
            var answer = raw.send("POST /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\nContent-Length: 20971521\r\n\r\n").answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("invalid_request_body");
        }
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("POST /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = ("100000\r\n" + "x".repeat(1 << 20) + "\r\n").getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 20; i++) {
                raw.send(chunk);
            }
            assertThat(raw.send("1\r\nx\r\n").answer().status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @CsvSource({ "Content-Length: 5, hello", "Transfer-Encoding: chunked, '5\r\nhello\r\n0\r\n\r\n'" })
    void anAnswerThatComesBeforeTheBodyLeavesTheConnectionInUse(String header, String body) throws Exception {
        server.down();
        try (RawClient raw = new RawClient(server.port())) {
            for (int i = 0; i < 3; i++) {
                var answer = raw.send("POST /gateway/x/action/x HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n").answer();
                assertThat(answer.status()).isEqualTo(503);
                raw.send(body);
            }
            assertThat(raw.send("GET /metadata HTTP/1.1\r\nHost: x\r\n\r\n").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void anActorThatAnswersWithoutReadingTheBodyLeavesTheConnectionInUse() throws Exception {
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(raw.send("POST /gateway/" + id + "/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe").answer().body()).isEqualTo("POST /x");
                raw.send("llo");
            }
        }
    }

    @Test
    void aBodyOfWhichMuchIsLeftOrNothingComesEndsTheConnection() throws Exception {
        server.down();
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("POST /gateway/x/action/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n").answer().status()).isEqualTo(503);
            assertThat(raw.read()).as("end of the stream, after the idle time").isEqualTo(-1);
        }
        try (RawClient raw = new RawClient(server.port())) {
            assertThat(raw.send("POST /gateway/x/action/x HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n").answer().status()).isEqualTo(503);
            byte[] piece = new byte[100_000];
            assertThatThrownBy(() -> {
                for (int i = 0; i < 199; i++) {
                    raw.send(piece);
                }
            }).as("what a sender gets that does not stop").isInstanceOf(IOException.class);
        }
    }

    /** Reads when told to. */
    private static final class Reader implements Flow.Subscriber<ByteBuffer> {
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        final CompletableFuture<Throwable> end = new CompletableFuture<>();
        final AtomicLong bytes = new AtomicLong();

        @Override
        public void onSubscribe(Flow.Subscription one) {
            subscription.complete(one);
        }

        @Override
        public void onNext(ByteBuffer item) {
            bytes.addAndGet(item.remaining());
        }

        @Override
        public void onError(Throwable cause) {
            end.complete(cause);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }

    @Test
    void aBodyThatIsNotReadMakesItsSenderWait() throws Exception {
        Reader reader = new Reader();
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        answer(call -> {
            call.body().stream().subscribe(reader);
            return reply;
        });
        String id = world.create("a");
        int length = 8_000_000;
        AtomicInteger sent = new AtomicInteger();
        var response = client.sendAsync(HttpRequest.newBuilder(server.uri("/gateway/" + id + "/request/x"))
            .POST(BodyPublishers.ofInputStream(() -> new InputStream() {
                @Override
                public int read() {
                    return sent.incrementAndGet() > length ? -1 : 'x';
                }
            })).build(), BodyHandlers.ofString());
        Flow.Subscription subscription = Await.get(reader.subscription);
        subscription.request(1);
        Await.until("something came", () -> reader.bytes.get() > 0);
        int first = sent.get();
        Await.until("the sender stands still", () -> {
            int before = sent.get();
            java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
            return sent.get() == before;
        });
        assertThat(sent.get()).isGreaterThanOrEqualTo(first).isLessThan(length);
        assertThat(reader.bytes.get()).isLessThan(100_000);
        subscription.request(Long.MAX_VALUE);
        assertThat(Await.get(reader.end)).isNull();
        assertThat(reader.bytes.get()).isEqualTo(length);
        reply.complete(reply(200, "thanks"));
        assertThat(Await.get(response).body()).isEqualTo("thanks");
    }

    @Test
    void aSenderThatGoesAwayIsAFailureForTheReader() throws Exception {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        answer(call -> {
            call.body().bytes(1_000).whenComplete((bytes, failure) -> {
                if (failure == null) {
                    body.complete(bytes);
                } else {
                    body.completeExceptionally(failure);
                }
            });
            return new CompletableFuture<>();
        });
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("POST /gateway/" + id + "/action/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
            calls.poll(10, TimeUnit.SECONDS);
            raw.abort();
        }
        assertThatThrownBy(() -> Await.get(body)).hasCauseInstanceOf(IOException.class);
    }

    /** A body that the test feeds. */
    private static final class Feed implements HttpBody, Flow.Publisher<ByteBuffer>, Flow.Subscription {
        final BlockingQueue<Long> asked = new LinkedBlockingQueue<>();
        final CompletableFuture<Void> cancelled = new CompletableFuture<>();
        volatile Flow.Subscriber<? super ByteBuffer> reader;

        @Override
        public CompletionStage<byte[]> bytes(int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Flow.Publisher<ByteBuffer> stream() {
            return this;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            reader = subscriber;
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            asked.add(n);
        }

        @Override
        public void cancel() {
            cancelled.complete(null);
        }

        void feed(String text) throws InterruptedException {
            assertThat(asked.poll(10, TimeUnit.SECONDS)).as("asked for a piece").isEqualTo(1);
            reader.onNext(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private Feed feed() {
        Feed feed = new Feed();
        answer(call -> CompletableFuture.completedFuture(new HttpReply(200, Map.of("content-type", List.of("text/plain"),
            "set-cookie", List.of("a=1", "b=2"), "connection", List.of("close"), "transfer-encoding", List.of("x")), feed)));
        return feed;
    }

    @Test
    void aStreamedAnswerLeavesPieceByPiece() throws Exception {
        Feed feed = feed();
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("GET /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\n\r\n");
            feed.feed("chunk0;");
            assertThat(raw.line()).isEqualTo("HTTP/1.1 200 OK");
            List<String> head = new ArrayList<>();
            for (String line = raw.line(); !line.isEmpty(); line = raw.line()) {
                head.add(line.toLowerCase(java.util.Locale.ROOT));
            }
            assertThat(head).contains("set-cookie: a=1", "set-cookie: b=2", "transfer-encoding: chunked").doesNotContain("connection: close");
            assertThat(raw.chunk()).isEqualTo("chunk0;");
            feed.feed("chunk1;");
            assertThat(raw.chunk()).isEqualTo("chunk1;");
            feed.asked.poll(10, TimeUnit.SECONDS);
            feed.reader.onComplete();
            assertThat(raw.chunk()).isEmpty();
            assertThat(raw.line()).isEmpty();
            assertThat(raw.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatDoesNotReadMakesTheActorWait() throws Exception {
        Feed feed = feed();
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("GET /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\n\r\n");
            String mebibyte = "x".repeat(1 << 20);
            int fed = 0;
            while (fed < 100 && feed.asked.poll(500, TimeUnit.MILLISECONDS) != null) {
                feed.reader.onNext(ByteBuffer.wrap(mebibyte.getBytes(StandardCharsets.UTF_8)));
                fed++;
            }
            assertThat(fed).isBetween(1, 50);
            raw.abort();
            Await.get(feed.cancelled);
        }
    }

    @Test
    void aStreamThatBreaksOffDoesNotLookComplete() throws Exception {
        Feed feed = feed();
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("GET /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\n\r\n");
            feed.feed("half");
            Await.until("the head came", () -> {
                try {
                    return raw.line().isEmpty();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(raw.chunk()).isEqualTo("half");
            feed.reader.onError(new IOException("boom"));
            assertThat(raw.chunk()).isNull();
        }
    }

    @Test
    void statusesAndEmptyBodiesPass() throws Exception {
        String id = world.create("a");
        answer(call -> text(418, "status body"));
        assertThat(get("/gateway/" + id + "/request/").statusCode()).isEqualTo(418);
        answer(call -> CompletableFuture.completedFuture(new HttpReply(204, Map.of(), HttpBody.empty())));
        HttpResponse<String> empty = get("/gateway/" + id + "/request/");
        assertThat(empty.statusCode()).isEqualTo(204);
        assertThat(empty.headers().firstValue("content-length")).isEmpty();
        answer(call -> text(304, ""));
        assertThat(get("/gateway/" + id + "/request/").statusCode()).isEqualTo(304);
        answer(call -> text(200, "x".repeat(3_000_000)));
        assertThat(get("/gateway/" + id + "/request/").body()).hasSize(3_000_000);
    }

    @Test
    void theAnswerToHeadHasTheLengthAndNoBody() throws Exception {
        String id = world.create("a");
        answer(call -> text(200, "12345"));
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("HEAD /gateway/" + id + "/request/x HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(raw.line()).isEqualTo("HTTP/1.1 200 OK");
            List<String> head = new ArrayList<>();
            for (String line = raw.line(); !line.isEmpty(); line = raw.line()) {
                head.add(line.toLowerCase(java.util.Locale.ROOT));
            }
            assertThat(head).contains("content-length: 5");
            assertThat(raw.line()).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    @ParameterizedTest
    @CsvSource({"PUT", "PATCH", "DELETE", "POST", "PROPFIND"})
    void everyMethodReachesTheActor(String method) throws Exception {
        String id = world.create("a");
        assertThat(send(HttpRequest.newBuilder(server.uri("/gateway/" + id + "/request/x")).method(method, BodyPublishers.ofString("z"))).body())
            .isEqualTo(method + " /request/x");
    }

    @Test
    void anAnswerMayTakeLongerThanTheConnectionIsIdle() throws Exception {
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        answer(call -> reply);
        String id = world.create("a");
        var response = client.sendAsync(HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x"))
            .POST(BodyPublishers.ofString("{}")).build(), BodyHandlers.ofString());
        // the server's idle timeout is 1.5 s here
        reply.completeOnTimeout(reply(200, "late"), 4, TimeUnit.SECONDS);
        assertThat(Await.get(response).body()).isEqualTo("late");
    }

    @Test
    void anAnswerThatDoesNotBeginInTimeIsGivenUp() throws Exception {
        answer(call -> new CompletableFuture<>());
        String id = world.create("a");
        var response = client.sendAsync(HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x")).build(), BodyHandlers.ofString());
        calls.poll(10, TimeUnit.SECONDS);
        world.time.setClock(Duration.ofMinutes(5));
        isError(Await.get(response), ErrorCode.GUARD_REQUEST_TIMEOUT);
        assertThat(server.publicPort().requests()).isZero();
    }

    @Test
    void whatAnActorHasWhenThePortClosesIsNotSentAgain() throws Exception { // design.md 1.4
        answer(call -> new CompletableFuture<>());
        String id = world.create("a");
        var response = client.sendAsync(HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x")).build(), BodyHandlers.ofString());
        calls.poll(10, TimeUnit.SECONDS);
        server.publicPort().close();
        isError(Await.get(response), ErrorCode.ACTOR_STOPPED);
        assertThat(Await.get(response).body()).contains("\"committed\":\"unknown\"");
    }

    @Test
    void anUnexpectedFailureIsMasked() throws Exception {
        answer(call -> CompletableFuture.failedFuture(new IllegalStateException("secret")));
        HttpResponse<String> response = get("/gateway/" + world.create("a") + "/action/x");
        isError(response, ErrorCode.CORE_INTERNAL_ERROR);
        assertThat(response.body()).doesNotContain("secret").contains(ErrorCode.MASKED_MESSAGE);
    }

    @Test
    void withoutAnEngineItIsUnavailableButForItsMetadata() throws Exception {
        String id = world.create("a");
        server.down();
        assertThat(get("/metadata?namespace=default").statusCode()).isEqualTo(200);
        isError(get("/health"), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        isError(get("/gateway/" + id + "/action/x"), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        isError(get("/actors?namespace=default&name=x"), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        server.up(world);
        assertThat(get("/gateway/" + id + "/action/x").statusCode()).isEqualTo(200);
    }

    @Test
    void aGatewayTokenIsTakenFromAnyPlace() throws Exception { // spec/wire.md 13
        server.up(world, "", "s3/cret");
        String id = world.create("a");
        isError(get("/gateway/" + id + "/action/x"), ErrorCode.API_FORBIDDEN);
        isError(get("/gateway/" + id + "@wrong/action/x"), ErrorCode.API_FORBIDDEN);
        assertThat(get("/gateway/" + id + "@s3%2Fcret/action/x").statusCode()).isEqualTo(200);
        assertThat(get("/gateway/thing/action/x?" + GET + "&rvt-key=a&rvt-token=s3%2Fcret").statusCode()).isEqualTo(200);
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x"));
        assertThat(send(request.copy().header("x-rivet-token", "s3/cret")).statusCode()).isEqualTo(200);
        assertThat(send(request.copy().header("authorization", "Bearer s3/cret")).statusCode()).isEqualTo(200);
    }

    @Test
    void browsersOfOtherOriginsAreLetIn() throws Exception { // spec/wire.md 13
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "");
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            String headers = " HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\nAccess-Control-Request-Method: PUT\r\n"
                + "Access-Control-Request-Headers: content-type,x-rivet-encoding\r\n\r\n";
            var gateway = raw.send("OPTIONS /gateway/counter/action/get?" + GET + headers).answer();
            assertThat(gateway.status()).isEqualTo(204);
            assertThat(gateway.headers()).containsEntry("access-control-allow-origin", "https://app.example")
                .containsEntry("access-control-allow-credentials", "true")
                .containsEntry("access-control-allow-methods", "GET, POST, PUT, DELETE, OPTIONS, PATCH")
                .containsEntry("access-control-allow-headers", "content-type,x-rivet-encoding")
                .containsEntry("access-control-expose-headers", "*").containsEntry("access-control-max-age", "86400")
                .containsEntry("vary", "Origin").containsKey("x-rivet-ray-id");
            var api = raw.send("OPTIONS /actors?namespace=default" + headers).answer();
            assertThat(api.status()).isEqualTo(200);
            assertThat(api.headers()).containsEntry("access-control-allow-origin", "https://app.example")
                .containsEntry("access-control-allow-methods", "PUT")
                .containsEntry("access-control-allow-headers", "content-type,x-rivet-encoding");
            var plain = raw.send("OPTIONS /gateway/x HTTP/1.1\r\nHost: x\r\n\r\n").answer();
            assertThat(plain.headers()).containsEntry("access-control-allow-origin", "*").containsEntry("access-control-allow-headers", "*");
            for (String path : List.of("/gateway/" + id + "/request/x", "/gateway/nonsense/x", "/gateway/c/x?rvt-zz=1", "/health", "/metadata",
                "/nope", "/actors?namespace=nons&name=x")) {
                var answer = raw.send("GET " + path + " HTTP/1.1\r\nHost: x\r\nOrigin: https://app.example\r\n\r\n").answer();
                assertThat(answer.headers()).as(path).containsEntry("access-control-allow-origin", "https://app.example")
                    .containsEntry("access-control-allow-credentials", "true").containsEntry("vary", "Origin");
            }
        }
        assertThat(calls).hasSize(1);
    }

    @Test
    void onlyPagesOfAllowedOriginsAreLetIn() throws Exception {
        server.close();
        Cors cors = new Cors(Set.of("https://app.example"), false, Duration.ofSeconds(7));
        server = new TestServer(PortLimits.DEFAULT, new Guard(cors, new Rates(Rates.Limits.NONE, world.time)), world.time, true);
        server.up(world);
        String path = "/gateway/" + world.create("a") + "/request/x HTTP/1.1\r\nHost: h:1\r\n";
        try (RawClient raw = new RawClient(server.port())) {
            var asked = raw.send("OPTIONS " + path + "Origin: https://app.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n").answer();
            assertThat(asked.headers()).containsEntry("access-control-allow-origin", "https://app.example").containsEntry("access-control-max-age", "7")
                .doesNotContainKey("access-control-allow-credentials");
            var other = raw.send("OPTIONS " + path + "Origin: https://evil.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n").answer();
            assertThat(other.headers()).doesNotContainKeys("access-control-allow-origin", "access-control-allow-methods").containsEntry("vary", "Origin");
            var refused = raw.send("GET " + path + "Origin: https://evil.example\r\n\r\n").answer();
            assertThat(refused.status()).as("not even asked without a preflight").isEqualTo(403);
            assertThat(refused.headers()).doesNotContainKey("access-control-allow-origin");
            assertThat(calls).isEmpty();
            for (String origin : List.of("Origin: https://app.example\r\n", "Origin: http://h:1\r\n", "")) {
                assertThat(raw.send("GET " + path + origin + "\r\n").answer().status()).as(origin).isEqualTo(200);
            }
        }
    }

    @Test
    void whoAsksTooOftenIsToldWhenToComeBack() throws Exception {
        server.close();
        Rates rates = new Rates(new Rates.Limits(60, 3, 60, 2), world.time);
        server = new TestServer(PortLimits.DEFAULT, new Guard(Cors.STANDARD, rates), world.time, true);
        server.up(world);
        String one = "/gateway/" + world.create("a") + "/action/x";
        assertThat(get(one).statusCode()).isEqualTo(200);
        assertThat(get(one).statusCode()).isEqualTo(200);
        var tooMany = get(one);
        isError(tooMany, ErrorCode.GUARD_RATE_LIMIT);
        assertThat(tooMany.statusCode()).isEqualTo(429);
        assertThat(tooMany.headers().firstValue("retry-after")).contains("2");
        var ofTheAddress = get("/gateway/" + world.create("b") + "/action/x");
        isError(ofTheAddress, ErrorCode.GUARD_RATE_LIMIT);
        world.time.pass(Duration.ofSeconds(1));
        assertThat(get("/gateway/" + world.create("c") + "/action/x").statusCode()).isEqualTo(200);
        assertThat(calls).as("what was refused never began").hasSize(3);
    }

    @Test
    void anActorsOwnCorsHeadersAreNotDoubled() throws Exception {
        answer(call -> CompletableFuture.completedFuture(new HttpReply(200, Map.of("access-control-allow-origin", List.of("*"), "vary",
            List.of("Accept")), HttpBody.empty())));
        try (RawClient raw = new RawClient(server.port())) {
            var answer = raw.send("GET /gateway/" + world.create("a") + "/request/x HTTP/1.1\r\nHost: x\r\nOrigin: https://a.b\r\n\r\n").answer();
            assertThat(answer.headers()).containsEntry("access-control-allow-origin", "https://a.b").containsEntry("vary", "Accept, Origin");
        }
    }

    @Test
    void aBoundedNumberOfRequestsWaits() throws Exception {
        server.close();
        PortLimits limits = PortLimits.DEFAULT;
        server = new TestServer(new PortLimits(limits.responseStart(), 2, limits.body(), limits.sockets(), limits.socketFrames(), limits.socketBytes(),
            limits.allSocketBytes(), limits.message(), limits.closing()), world.time, virtualThreads());
        server.up(world);
        List<CompletableFuture<HttpReply>> replies = new java.util.concurrent.CopyOnWriteArrayList<>();
        answer(call -> {
            replies.add(new CompletableFuture<>());
            return replies.getLast();
        });
        String id = world.create("a");
        HttpRequest request = HttpRequest.newBuilder(server.uri("/gateway/" + id + "/action/x")).build();
        var first = client.sendAsync(request, BodyHandlers.ofString());
        var second = client.sendAsync(request, BodyHandlers.ofString());
        Await.until("two wait", () -> replies.size() == 2);
        isError(get("/gateway/" + id + "/action/x"), ErrorCode.GUARD_RATE_LIMIT);
        replies.forEach(reply -> reply.complete(reply(200, "ok")));
        assertThat(Await.get(first).statusCode()).isEqualTo(200);
        assertThat(Await.get(second).statusCode()).isEqualTo(200);
        answer(call -> text(200, "ok"));
        assertThat(get("/gateway/" + id + "/action/x").statusCode()).isEqualTo(200);
    }

    @Test
    void whatTheActorSeesOfTheHeaders() throws Exception {
        String id = world.create("a");
        try (RawClient raw = new RawClient(server.port())) {
            raw.send("GET /gateway/" + id + "/request/x HTTP/1.1\r\nHost: app.example\r\nX-Mine: 1\r\nX-Mine: 2\r\nConnection: keep-alive\r\n"
                + "TE: trailers\r\nX-Rivet-Conn-Params: {\"a\":1}\r\nX-Empty:\r\n\r\n").answer();
            HttpCall call = calls.poll(10, TimeUnit.SECONDS);
            assertThat(call.headers()).containsEntry("host", List.of("app.example")).containsEntry("x-mine", List.of("1", "2"))
                .containsEntry("x-rivet-conn-params", List.of("{\"a\":1}")).containsKey("x-empty").doesNotContainKeys("connection", "te");
            assertThat(call.header("X-MINE")).contains("1");
            assertThat(call.header("nobody")).isEmpty();
            assertThat(call.method()).isEqualTo("GET");
        }
    }
}
