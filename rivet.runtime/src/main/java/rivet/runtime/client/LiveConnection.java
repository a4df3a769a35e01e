package rivet.runtime.client;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import rivet.client.ActorConnection;
import rivet.client.TypeRef;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.runtime.client.Subscribers.Subscriber;
import rivet.runtime.value.ValueMapper;
import rivet.value.Undefined;

/** A connection on behalf of a caller. What happens to it happens in one order, {@code order}; only there are session, calls and subscribers used. */
final class LiveConnection implements ActorConnection, Session.Owner {

    private static final int MOST_EVENTS = 10_000;

    private final Caller caller;
    private final InOrder order = new InOrder();
    private final Session session;
    private final ConnectionCalls calls = new ConnectionCalls();
    private final Subscribers subscribers = new Subscribers();
    private final Deliveries deliveries;
    private final List<Consumer<Status>> statusListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<RivetException>> errorListeners = new CopyOnWriteArrayList<>();

    /** Ends with the connection, or ends it. */
    private final CompletableFuture<Void> life = new CompletableFuture<>();
    /** Completes when it is open for the first time, or never will be. */
    private final CompletableFuture<Void> firstOpen = new CompletableFuture<>();

    // written in order
    private volatile Status status = Status.CONNECTING;
    private volatile Optional<String> id = Optional.empty();

    LiveConnection(Caller caller, Transport transport, Target target, Optional<String> params) {
        this.caller = caller;
        session = new Session(transport, target, params, caller.time(), order, this);
        deliveries = new Deliveries(caller.listeners(), MOST_EVENTS);
    }

    /** Begins to connect, once the caller may. */
    ActorConnection open() {
        life.whenComplete((done, ended) -> order.run(() -> over(ClientErrors.connectionClosed())));
        caller.depart("connection", life, headers -> order.run(() -> session.begin(headers)));
        return this;
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public Optional<String> connectionId() {
        return id;
    }

    @Override
    public void awaitOpen() {
        CompletableFuture<Void> wait = firstOpen.copy(); // whose end is not that of others' waiting
        caller.await("awaitOpen", wait);
    }

    // ------------------------------------------------------------------ actions

    @Override
    public <T> T call(TypeRef<T> result, String action, Object... arguments) {
        return Handle.map(caller.mapper(), caller.await("call", send(action, arguments)), result, "result of action " + action);
    }

    @Override
    public <T> CompletableFuture<T> callLater(TypeRef<T> result, String action, Object... arguments) {
        return send(action, arguments).handleAsync((output, failure) -> {
            if (failure != null) {
                throw ClientErrors.named(failure);
            }
            return Handle.map(caller.mapper(), output, result, "result of action " + action);
        }, caller.threads());
    }

    private CompletableFuture<Object> send(String action, Object[] arguments) {
        List<Object> plain = Handle.plain(caller.mapper(), arguments);
        CompletableFuture<Object> output = new CompletableFuture<>();
        caller.depart("call of " + action, output, headers -> order.run(() -> {
            if (status == Status.CLOSED) {
                output.completeExceptionally(ClientErrors.connectionClosed());
                return;
            }
            calls.add(action, plain, output);
            flush();
        }));
        return output;
    }

    private void flush() {
        if (session.isOpen()) {
            calls.send(session::send);
        }
    }

    // ------------------------------------------------------------------ events

    @Override
    public Subscription on(String event, Consumer<Event> listener) {
        return subscribe(new Subscriber(event, listener, false));
    }

    @Override
    public Subscription once(String event, Consumer<Event> listener) {
        return subscribe(new Subscriber(event, listener, true));
    }

    private Subscription subscribe(Subscriber subscriber) {
        whenAllowed("subscription", () -> {
            if (subscribers.add(subscriber) && session.isOpen()) {
                session.send(new ToServer.SubscriptionRequest(subscriber.event(), true));
            }
        });
        return () -> whenAllowed("subscription", () -> remove(subscriber));
    }

    private void remove(Subscriber subscriber) {
        if (subscribers.remove(subscriber) && session.isOpen()) {
            session.send(new ToServer.SubscriptionRequest(subscriber.event(), false));
        }
    }

    private void whenAllowed(String what, Runnable step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        caller.depart(what, done, headers -> {
            done.complete(null);
            order.run(step);
        });
    }

    @Override
    public Subscription onStatus(Consumer<Status> listener) {
        statusListeners.add(listener);
        return () -> statusListeners.remove(listener);
    }

    @Override
    public Subscription onError(Consumer<RivetException> listener) {
        errorListeners.add(listener);
        return () -> errorListeners.remove(listener);
    }

    @Override
    public void close() {
        whenAllowed("close", () -> life.complete(null));
    }

    // ------------------------------------------------------------------ how it fares, in order

    @Override
    public void opened(String connectionId) {
        id = Optional.of(connectionId);
        become(Status.CONNECTED);
        subscribers.events().forEach(event -> session.send(new ToServer.SubscriptionRequest(event, true)));
        flush();
        firstOpen.complete(null);
    }

    @Override
    public void message(ToClient message) {
        if (message instanceof ToClient.Event event) {
            for (Subscriber subscriber : subscribers.of(event.name())) {
                if (subscriber.once()) {
                    remove(subscriber);
                }
                if (!deliveries.add(() -> subscriber.listener().accept(new Occurred(caller.mapper(), event.name(), event.args())))) {
                    tooSlow();
                    return;
                }
            }
        } else {
            calls.answered(message);
        }
    }

    private void tooSlow() {
        RivetException why = ClientErrors.overloaded("events", MOST_EVENTS);
        calls.failSent(why);
        session.drop(1011, why.group() + "." + why.code());
        tell(why);
    }

    @Override
    public void down(Optional<RivetException> reason, boolean wasOpen, boolean quietly) {
        id = Optional.empty();
        calls.failSent(reason.orElseGet(ClientErrors::connectionLost));
        if (!wasOpen && !quietly) {
            calls.failWaiting(reason.orElseGet(ClientErrors::openFailed));
        }
        if (wasOpen) {
            become(Status.DISCONNECTED);
        }
        reason.ifPresent(this::tell);
    }

    @Override
    public void refused(RivetException reason) {
        tell(reason);
        over(reason);
        life.complete(null);
    }

    private void over(RivetException why) {
        if (status == Status.CLOSED) {
            return;
        }
        session.end();
        id = Optional.empty();
        become(Status.CLOSED);
        calls.failSent(why);
        calls.failWaiting(why);
        firstOpen.completeExceptionally(why);
    }

    private void become(Status next) {
        if (next != status) {
            status = next;
            statusListeners.forEach(listener -> deliveries.add(() -> listener.accept(next)));
        }
    }

    private void tell(RivetException reason) {
        errorListeners.forEach(listener -> deliveries.add(() -> listener.accept(reason)));
    }

    /** An event, mapped by whoever looks at it. */
    private record Occurred(ValueMapper mapper, String name, List<Object> arguments) implements Event {

        @Override
        public int size() {
            return arguments.size();
        }

        @Override
        public <T> T argument(int index, TypeRef<T> type) {
            return Handle.map(mapper, index < arguments.size() ? arguments.get(index) : Undefined.UNDEFINED, type, "argument " + index + " of event " + name);
        }
    }
}
