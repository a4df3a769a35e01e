package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.osgi.framework.Version;

import rivet.actor.Actor;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.protocol.value.CborValues;
import rivet.runtime.host.Host;
import rivet.runtime.host.HostInspection;
import rivet.runtime.host.HostRollouts;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.rollout.RolloutBook;
import rivet.runtime.store.ActorStore;
import rivet.runtime.time.SystemTime;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.ActorOptions;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.wire.Routes;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.ActorTally;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.Hosting;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.Storage;
import rivet.sqlite.connection.Connections;
import rivet.sqlite.store.Store;
import rivet.sqlite.store.StoreSettings;

/** A runtime on a real store, with the test as its engine. */
final class TestPlatform implements AutoCloseable, Engine {

    private final ExecutorService storageThreads = Executors.newFixedThreadPool(4);
    private final ScheduledExecutorService storageTimers = Executors.newSingleThreadScheduledExecutor();
    private final Time time;
    private final Store store;
    private final Factories factories;
    private final RolloutBook book;
    private final HostRollouts rollouts;
    /** What the bundles of types that come hold. */
    volatile String content = "a build";
    private final Host host;
    /** Sub-paths of actors that the test answers. */
    final Routes routes = new Routes();
    private final Hosting hosting;
    private final AtomicInteger services = new AtomicInteger();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();

    /** Sockets that are offered to the next generation. */
    private final Map<String, List<HibernatingSocket>> staying = new ConcurrentHashMap<>();

    /** How many turns the carriers were to make up for. */
    final AtomicInteger spinning = new AtomicInteger();

    /** What actors asked the engine for: {@code sleep ID}, {@code stop ID}, {@code crash ID: reason}. */
    final List<String> intents = new CopyOnWriteArrayList<>();

    /** What is listed, whatever is asked for. */
    final List<ActorRecord> listed = new CopyOnWriteArrayList<>();

    /** Whether no alarm can be set. */
    volatile boolean refusesAlarms;
    /** The alarms that actors set, in order. */
    final List<String> alarms = new CopyOnWriteArrayList<>();
    /** The latest alarm of each actor. */
    final Map<String, Optional<Instant>> alarm = new ConcurrentHashMap<>();
    /** Whether the engine answers what actors ask for. */
    volatile boolean answersIntents = true;

    TestPlatform(Path data) {
        this(data, storage -> storage, Duration.ofMillis(400));
    }

    /**
     * Makes a platform.
     *
     * @param faults wraps the store
     */
    TestPlatform(Path data, UnaryOperator<Storage> faults, Duration abandonAfter) {
        this(data, faults, abandonAfter, new SystemTime(Thread.ofPlatform().daemon().factory()));
    }

    TestPlatform(Path data, UnaryOperator<Storage> faults, Duration abandonAfter, Time time) {
        this.time = time;
        store = Store.start(settings(data), storageThreads, storageTimers);
        book = new RolloutBook(store, time.clock(), () -> false);
        factories = new Factories(time, Duration.ofMillis(300), 100, book);
        book.load().toCompletableFuture().join();
        ThreadFactory virtual = Thread.ofVirtual().name("actor-", 0).factory();
        Platform.Limits limits = new Platform.Limits(new Turns.Limits(1_000, 256), 10_000, abandonAfter);
        Supplier<String> ids = () -> UUID.randomUUID().toString();
        Platform platform = new Platform(time, task -> virtual.newThread(task).start(), spinning::set, new ActorStore(faults.apply(store)), factories, ids, limits,
            new LongAdder());
        host = new Host(platform, "test", false, routes, new InspectorAccess("", () -> new byte[32]));
        host.rollouts().watch(book.watch());
        rollouts = new HostRollouts(host, book);
        hosting = host.attach(this);
    }

    private static StoreSettings settings(Path data) {
        return new StoreSettings(data, "test", 50, 100, 128, 2, 60, new Connections.Settings(false, 64, 32, 200, 256));
    }

    Store store() {
        return store;
    }

    HostRollouts rollouts() {
        return rollouts;
    }

    RolloutBook book() {
        return book;
    }

    Host host() {
        return host;
    }

    Factories factories() {
        return factories;
    }

    /** Registers a type. */
    FactoryGeneration type(String name, Supplier<Actor<?>> make, Object... options) {
        return type(name, "1.0.0", make, options);
    }

    FactoryGeneration type(String name, String version, Supplier<Actor<?>> make, Object... options) {
        Map<String, Object> properties = new ConcurrentHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            properties.put("rivet." + options[i], options[i + 1]);
        }
        FactoryGeneration factory = new FactoryGeneration(name, new FactoryGeneration.Origin("test", Version.parseVersion(version), 0, services.incrementAndGet(), "", content),
            ActorOptions.of(properties), make::get);
        factories.add(factory);
        return factory;
    }

    // ------------------------------------------------------------------ as an engine would

    void start(String type, String id) throws Exception {
        start(type, id, new byte[0]);
    }

    void start(String type, String id, byte[] input) throws Exception {
        await(startLater(type, id, input));
    }

    CompletableFuture<Void> startLater(String type, String id, byte[] input) {
        return startGeneration(type, id, generations.merge(id, 1, Integer::sum), input);
    }

    CompletableFuture<Void> startGeneration(String type, String id, int generation) {
        return startGeneration(type, id, generation, new byte[0]);
    }

    private CompletableFuture<Void> startGeneration(String type, String id, int generation, byte[] input) {
        return hosting.start(new ActorStart(id, generation, "default", type, List.of("key", id), input), List.copyOf(staying.getOrDefault(id, List.of())))
            .toCompletableFuture();
    }

    void start(String type, String id, Object input) throws Exception {
        start(type, id, CborValues.encode(input));
    }

    CompletableFuture<Void> stopLater(String id, StopCause cause) {
        return hosting.stop(id, generations.get(id), cause).toCompletableFuture();
    }

    void stop(String id, StopCause cause) throws Exception {
        await(stopLater(id, cause));
    }

    /** Returns the number of turns that an awake actor has had. */
    long turns(String id) {
        return new HostInspection(host).busiest(100).stream().filter(actor -> actor.id().equals(id)).mapToLong(actor -> actor.live().orElseThrow().turns()).sum();
    }

    /** Returns the state that is on disk, without waking the actor; null if there is none. */
    Object stored(String id) {
        return new ActorStore(store).readState(id, Duration.ofSeconds(5)).thenApply(bytes -> bytes.map(CborValues::decode).orElse(null)).toCompletableFuture().join();
    }

    boolean resumes(String type) {
        return hosting.resumes(type);
    }

    void ring(String id) {
        hosting.alarm(id, generations.get(id));
    }

    void putToSleep(String id) throws Exception {
        stop(id, StopCause.SLEEP_INTENT);
    }

    CompletableFuture<Object> callLater(String id, String action, Object... arguments) {
        return request(id, new Post("/action/" + action, HttpBody.of(ClientProtocol.encode(Encoding.BARE, new HttpActionRequest(List.of(arguments)))))).thenCompose(TestPlatform::result)
            .toCompletableFuture();
    }

    Object call(String id, String action, Object... arguments) throws Exception {
        return await(callLater(id, action, arguments));
    }

    /** Sends a message to a queue over HTTP. */
    CompletableFuture<HttpQueueSendResponse> sendLater(String id, String queue, Object body, boolean waits, OptionalLong timeoutMs) {
        HttpQueueSendRequest message = new HttpQueueSendRequest(body, Optional.empty(), waits, timeoutMs);
        return request(id, new Post("/queue/" + queue, HttpBody.of(ClientProtocol.encode(Encoding.BARE, message))))
            .thenCompose(reply -> result(reply, bytes -> ClientProtocol.decodeQueueSendResponse(Encoding.BARE, bytes))).toCompletableFuture();
    }

    HttpQueueSendResponse send(String id, String queue, Object body) throws Exception {
        return await(sendLater(id, queue, body, false, OptionalLong.empty()));
    }

    private static CompletionStage<Object> result(HttpReply reply) {
        return result(reply, bytes -> ClientProtocol.decodeActionResponse(Encoding.BARE, bytes).output());
    }

    private static <T> CompletionStage<T> result(HttpReply reply, Function<byte[], T> decoder) {
        return reply.body().bytes(10_000_000).thenCompose(bytes -> {
            if (reply.status() == 200) {
                return CompletableFuture.completedStage(decoder.apply(bytes));
            }
            HttpError error = ClientProtocol.decodeError(Encoding.BARE, bytes);
            RivetException failure = new RivetException(error.group(), error.code(), error.message());
            return CompletableFuture.failedStage(error.metadata().map(failure::withMetadata).orElse(failure));
        });
    }

    static <T> T await(CompletableFuture<T> future) throws Exception {
        try {
            return future.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Waits until something is so. */
    static void until(Supplier<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.get()) {
            assertThat(System.nanoTime()).as("time to wait").isLessThan(end);
            Thread.onSpinWait();
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** A connection of a client. */
    final class Client implements ClientSocket {

        final List<ToClient> messages = new CopyOnWriteArrayList<>();
        final CompletableFuture<String> closed = new CompletableFuture<>();
        final SocketListener listener;
        private int nextId;

        Client(String id, String... subprotocols) {
            List<String> protocols = new ArrayList<>(List.of("rivet", "rivet_encoding.bare"));
            protocols.addAll(List.of(subprotocols));
            listener = hosting.open(id, generations.get(id), new SocketCall("/connect", Map.of("x-test", List.of("yes")), protocols), this);
        }

        @Override
        public void sendText(String text) {
            throw new AssertionError("text to a client that speaks bare: " + text);
        }

        @Override
        public void sendBinary(byte[] data) {
            messages.add(ClientProtocol.decodeToClient(Encoding.BARE, new Frame.Binary(data)));
        }

        @Override
        public void close(int code, String reason) {
            if (closed.complete(code + " " + reason)) {
                listener.closed(code, reason);
            }
        }

        void say(ToServer message) {
            listener.binary(ByteBuffer.wrap(((Frame.Binary) ClientProtocol.encode(Encoding.BARE, message)).bytes()));
        }

        void call(String action, Object... arguments) {
            say(new ToServer.ActionRequest(nextId++, action, List.of(arguments)));
        }

        void subscribe(String event) {
            say(new ToServer.SubscriptionRequest(event, true));
        }

        List<ToClient> await(int count) throws Exception {
            until(() -> messages.size() >= count);
            return messages;
        }
    }

    Client connect(String id, String... subprotocols) {
        return new Client(id, subprotocols);
    }

    /** Sends a request whose body breaks off. */
    CompletableFuture<HttpReply> callCutOff(String id, String action) {
        HttpBody cutOff = new HttpBody() {

            @Override
            public CompletionStage<byte[]> bytes(int limit) {
                return CompletableFuture.failedStage(new IOException("the sender went away"));
            }

            @Override
            public Flow.Publisher<ByteBuffer> stream() {
                throw new UnsupportedOperationException();
            }
        };
        return request(id, new Post("/action/" + action, cutOff)).toCompletableFuture();
    }

    private record Post(String target, HttpBody body) implements HttpCall {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public Optional<String> header(String name) {
            return name.equals("x-rivet-encoding") ? Optional.of("bare") : Optional.empty();
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of();
        }
    }

    /** A request to the actor's own code; errors come as JSON. */
    record Raw(String method, String target, Map<String, List<String>> headers, HttpBody body) implements HttpCall {

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name)).map(List::getFirst);
        }
    }

    CompletableFuture<HttpReply> fetch(String id, String method, String target, HttpBody body, Map<String, List<String>> headers) {
        return request(id, new Raw(method, target, headers, body)).toCompletableFuture();
    }

    HttpReply fetch(String id, String target) throws Exception {
        return await(fetch(id, "GET", target, HttpBody.empty(), Map.of()));
    }

    static String text(HttpReply reply) throws Exception {
        return new String(await(reply.body().bytes(10_000_000).toCompletableFuture()), StandardCharsets.UTF_8);
    }

    /** A WebSocket of a client to the actor's own code. */
    final class RawClient implements ClientSocket {

        /** Strings and byte arrays, as they came. */
        final List<Object> frames = new CopyOnWriteArrayList<>();
        final CompletableFuture<String> closed = new CompletableFuture<>();
        final SocketListener listener;

        RawClient(String id, String target) {
            listener = hosting.open(id, generations.get(id), new SocketCall(target, Map.of(), List.of("rivet", "rivet_encoding.bare")), this);
        }

        @Override
        public void sendText(String text) {
            frames.add(text);
        }

        @Override
        public void sendBinary(byte[] data) {
            frames.add(data);
        }

        @Override
        public void close(int code, String reason) {
            if (closed.complete(code + " " + reason) && listener != null) { // refused at once
                listener.closed(code, reason);
            }
        }

        List<Object> await(int count) throws Exception {
            until(() -> frames.size() >= count);
            return frames;
        }
    }

    /** Connects a client whose socket stays while the actor sleeps. */
    StayingClient stay(String id, StayingClient client) {
        staying.computeIfAbsent(id, any -> new CopyOnWriteArrayList<>()).add(client);
        client.opened(hosting.open(id, generations.get(id), client.call(), client));
        return client;
    }

    /** The gateway has lost a socket. */
    void forget(String id, StayingClient client) {
        staying.get(id).remove(client);
    }

    /** Puts an actor to sleep whose sockets stay. */
    void sleepWithSockets(String id) throws Exception {
        putToSleep(id);
        staying.getOrDefault(id, List.of()).forEach(client -> ((StayingClient) client).detach());
    }

    RawClient dial(String id, String target) {
        return new RawClient(id, target);
    }

    @Override
    public void close() {
        hosting.close();
        book.close().toCompletableFuture().join();
        store.close(Duration.ofSeconds(5)).toCompletableFuture().join();
        storageThreads.shutdownNow();
        storageTimers.shutdownNow();
        if (time instanceof SystemTime system) {
            system.close();
        }
    }

    // ------------------------------------------------------------------ Engine

    @Override
    public String region() {
        return "here";
    }

    @Override
    public void intendSleep(String actorId, int generation) {
        intents.add("sleep " + actorId);
        if (answersIntents) {
            hosting.stop(actorId, generation, StopCause.SLEEP_INTENT);
        }
    }

    @Override
    public void intendStop(String actorId, int generation, Optional<String> error) {
        intents.add(error.map(e -> "crash " + actorId + ": " + e).orElse("stop " + actorId));
        if (answersIntents) {
            hosting.stop(actorId, generation, error.isPresent() ? StopCause.SLEEP_INTENT : StopCause.STOP_INTENT);
        }
    }

    @Override
    public CompletionStage<Void> setAlarm(String actorId, int generation, Optional<Instant> at) {
        if (refusesAlarms) {
            return CompletableFuture.failedFuture(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
        }
        alarms.add(actorId + " " + at.map(Instant::toString).orElse("never"));
        alarm.put(actorId, at);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String actorId) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public CompletionStage<Optional<ActorRecord>> find(String namespace, String name, List<String> key) {
        return CompletableFuture.completedFuture(Optional.of(key.getLast()).filter(generations::containsKey).map(id -> record(name, id)));
    }

    /** Here the id of an actor is the last part of its key. */
    private ActorRecord record(String name, String id) {
        return new ActorRecord(id, "default", name, List.of("key", id), generations.get(id), ActorRecord.Status.RUNNING, Instant.EPOCH, Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    public CompletionStage<ActorRecord> create(String namespace, String name, List<String> key, byte[] input, boolean orGet) {
        String id = key.getLast();
        if (generations.containsKey(id)) {
            return orGet ? CompletableFuture.completedFuture(record(name, id))
                : CompletableFuture.failedFuture(ErrorCode.ACTOR_DUPLICATE_KEY.error("existing_actor_id", id, "key", id));
        }
        return startLater(name, id, input).thenApply(started -> record(name, id));
    }

    @Override
    public CompletionStage<Page> list(ActorQuery query) {
        return CompletableFuture.completedFuture(new Page(List.copyOf(listed), Optional.empty()));
    }

    @Override
    public CompletionStage<List<ActorTally>> tallies() {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<Void> reschedule(String actorId) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException());
    }

    @Override
    public CompletionStage<Void> sleep(String actorId) {
        return stopLater(actorId, StopCause.SLEEP_INTENT);
    }

    @Override
    public CompletionStage<Void> destroy(String actorId) {
        return stopLater(actorId, StopCause.DESTROY);
    }

    @Override
    public CompletionStage<HttpReply> request(String actorId, HttpCall call) {
        return hosting.request(actorId, generations.get(actorId), call);
    }

    @Override
    public CompletionStage<SocketListener> open(String actorId, SocketCall call, ClientSocket socket) {
        return CompletableFuture.completedFuture(hosting.open(actorId, generations.get(actorId), call, socket));
    }
}
