package rivet.inspector;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ActorWatcher;
import rivet.protocol.DecodeException;
import rivet.protocol.inspector.InspectorMessage;
import rivet.protocol.inspector.InspectorProtocol;
import rivet.protocol.inspector.InspectorRequest;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.SocketListener;

/**
 * A WebSocket of an inspector. Begins with {@code Init} once the token is right; what changes is pushed, in the order in which it changed (R-insp-21,
 * R-insp-25). What is asked before waits.
 * <p>
 * All fields are guarded by this; everything is sent with that lock held, which does not block.
 */
final class InspectorSocket implements SocketListener, ActorWatcher {

    /** How many requests may be under way, and wait for Init. */
    private static final int MOST_REQUESTS = 64;

    private final ActorInspection actor;
    private final SocketRequests requests;
    private final ClientSocket socket;
    private final InspectorProtocol protocol;
    private final Consumer<InspectorSocket> left;

    private final List<byte[]> early = new ArrayList<>();
    /** What was pushed last of each kind. */
    private final Map<Class<?>, byte[]> pushed = new HashMap<>();
    private Optional<ActorInspection.Watch> watch = Optional.empty();
    private Optional<ActorSnapshot> next = Optional.empty();
    private long shown;
    private int underWay;
    private boolean begun;
    private boolean closed;

    /**
     * Makes a socket.
     *
     * @param left hears when it is closed
     */
    InspectorSocket(ActorInspection actor, ClientSocket socket, InspectorProtocol protocol, Consumer<InspectorSocket> left) {
        this.actor = actor;
        requests = new SocketRequests(actor);
        this.socket = socket;
        this.protocol = protocol;
        this.left = left;
    }

    // ------------------------------------------------------------------ beginning and end

    /** Begins if the token is right. */
    void begin(String token) {
        actor.admits(token).whenComplete((admitted, failure) -> {
            if (failure != null) {
                RivetException error = Replies.named(failure);
                close(1011, error.group() + "." + error.code());
            } else if (!admitted) {
                close(1008, ErrorCode.INSPECTOR_UNAUTHORIZED.reason());
            } else {
                watch();
            }
        });
    }

    /** Watches first and looks then, so that nothing is missed between the two. */
    private void watch() {
        ActorInspection.Watch watching = actor.watch(this);
        synchronized (this) {
            watch = Optional.of(watching);
        }
        actor.snapshot().whenComplete((now, failure) -> {
            if (failure == null) {
                init(now);
            } else {
                close(1011, ErrorCode.INSPECTOR_INIT_ERROR.reason());
            }
        });
        closeIfGone();
    }

    private synchronized void closeIfGone() {
        if (closed) {
            watch.ifPresent(ActorInspection.Watch::close);
        }
    }

    private void init(ActorSnapshot now) {
        List<byte[]> waiting;
        synchronized (this) {
            if (closed) {
                return;
            }
            send(SocketShapes.init(now));
            begun = true;
            shown = now.number();
            SocketShapes.pushes(now).forEach(push -> protocol.encode(push).ifPresent(frame -> pushed.put(push.getClass(), frame)));
            next.filter(newer -> newer.number() > shown).ifPresent(this::show);
            waiting = List.copyOf(early);
            early.clear();
        }
        waiting.forEach(this::handle);
    }

    /** The inspector goes; the actor does not notice. */
    void leave() {
        close(1001, "inspector.stopped");
    }

    void close(int code, String reason) {
        socket.close(code, reason);
        over();
    }

    @Override
    public void closed(int code, String reason) {
        over();
    }

    @Override
    public void ended() {
        close(1011, ErrorCode.ACTOR_STOPPING.reason());
    }

    private void over() {
        synchronized (this) {
            closed = true;
            early.clear();
            watch.ifPresent(ActorInspection.Watch::close);
        }
        left.accept(this);
    }

    // ------------------------------------------------------------------ pushes

    @Override
    public synchronized void changed(ActorSnapshot now) {
        if (!begun) {
            next = Optional.of(now);
        } else if (now.number() > shown) {
            show(now);
        }
    }

    private void show(ActorSnapshot now) {
        shown = now.number();
        SocketShapes.pushes(now).forEach(push -> protocol.encode(push).ifPresent(frame -> {
            byte[] before = pushed.put(push.getClass(), frame);
            if (!Arrays.equals(before, frame)) {
                socket.sendBinary(frame);
            }
        }));
    }

    /** The state is pushed even if it is as it was, as that is the answer to its change. */
    private synchronized void answerPatch(ActorSnapshot now) {
        if (now.number() > shown) {
            pushed.remove(InspectorMessage.StateUpdated.class);
            show(now);
        } else {
            Optional.ofNullable(pushed.get(InspectorMessage.StateUpdated.class)).ifPresent(socket::sendBinary);
        }
    }

    // ------------------------------------------------------------------ requests

    @Override
    public void text(String text) {
        send(new InspectorMessage.Error("Inspectors speak in binary frames."));
    }

    @Override
    public void binary(ByteBuffer data) {
        byte[] frame = new byte[data.remaining()];
        data.get(frame);
        synchronized (this) {
            if (!begun) {
                if (!closed && early.size() < MOST_REQUESTS) {
                    early.add(frame);
                }
                return;
            }
        }
        handle(frame);
    }

    private void handle(byte[] frame) {
        if (!begins()) {
            send(new InspectorMessage.Error("More than " + MOST_REQUESTS + " requests are under way."));
            return;
        }
        try {
            answer(protocol.decodeRequest(frame)).whenComplete((done, failure) -> ended(failure));
        } catch (DecodeException e) {
            ended(Ask.invalid("a frame cannot be read: " + e.getMessage()));
        } catch (RivetException e) {
            ended(e);
        }
    }

    private CompletionStage<Void> answer(InspectorRequest request) {
        return request instanceof InspectorRequest.PatchStateRequest patch ? requests.patch(patch).thenCompose(done -> actor.snapshot()).thenAccept(this::answerPatch)
            : requests.answer(request).thenAccept(this::send);
    }

    private synchronized boolean begins() {
        if (underWay >= MOST_REQUESTS) {
            return false;
        }
        underWay++;
        return true;
    }

    /** A failure is told without the id of its request, which no version has a place for (R-insp-24). */
    private void ended(Throwable failure) {
        synchronized (this) {
            underWay--;
        }
        if (failure != null) {
            send(new InspectorMessage.Error(Replies.message(Replies.named(failure))));
        }
    }

    private synchronized void send(InspectorMessage message) {
        if (!closed) {
            protocol.encode(message).ifPresent(socket::sendBinary);
        }
    }
}
