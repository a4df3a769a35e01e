package rivet.test.sim;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/** A client's connection to an actor, or its WebSocket to the actor's own code. Checks that what comes is in order. */
final class SimSocket implements ClientSocket {

    private final Clients clients;
    private final SimNode node;
    private final Scheduler scheduler;
    private final String actorId;
    private final boolean raw;
    private final Map<Long, Op> calls = new LinkedHashMap<>();
    private final ArrayDeque<Consumer<SocketListener>> toActor = new ArrayDeque<>();
    private final long number;
    private SocketListener listener;
    private boolean sending;
    private boolean open;
    private boolean greeted;
    private boolean lost;
    private long serial;
    private long turns;

    /** @param raw whether it is to the actor's own code */
    SimSocket(Clients clients, SimNode node, String actorId, boolean raw) {
        this.clients = clients;
        this.node = node;
        this.actorId = actorId;
        this.raw = raw;
        scheduler = node.process().scheduler();
        number = scheduler.number();
    }

    String actorId() {
        return actorId;
    }

    boolean isOpen() {
        return open;
    }

    /** Returns whether the client may speak: it has been greeted, and not been told to go. */
    boolean isReady() {
        return open && greeted;
    }

    void connect(int generation) {
        open = true;
        SocketCall call = raw ? new SocketCall("/websocket", Map.of(), List.of()) : new SocketCall("/connect", Map.of(), List.of("rivet", "rivet_encoding.bare"));
        send(none -> {
            scheduler.say(this + " connects");
            try {
                listener = node.hosting().open(actorId, generation, call, this);
                scheduler.say(this + " is let in");
            } catch (NotAdmittedException e) {
                scheduler.say(this + " is not let in");
                drop();
            }
        });
        if (!raw) {
            say(new ToServer.SubscriptionRequest("told", true));
        }
    }

    /** What the client says reaches the actor in order, one thing at a time. */
    private void send(Consumer<SocketListener> what) {
        toActor.add(what);
        if (!sending) {
            sending = true;
            node.process().start("socket", () -> {
                for (Consumer<SocketListener> next = toActor.poll(); next != null; next = toActor.poll()) {
                    next.accept(listener);
                }
                sending = false;
            });
        }
    }

    private void say(ToServer message) {
        byte[] bytes = ((Frame.Binary) ClientProtocol.encode(Encoding.BARE, message)).bytes();
        send(to -> {
            if (to != null && open) {
                to.binary(ByteBuffer.wrap(bytes));
            }
        });
    }

    void call(Op op) {
        calls.put(op.id(), op);
        if (raw) {
            clients.lost(op); // a frame need not be answered
            send(to -> {
                if (to != null && open) {
                    to.text(String.valueOf(op.id()));
                }
            });
        } else {
            say(new ToServer.ActionRequest(op.id(), "run", List.of(op.id(), op.script())));
        }
    }

    /** The client goes. */
    void leave() {
        scheduler.say(this + " goes");
        close(1000, "client");
    }

    /** The process at the other end is gone. */
    void lose() {
        lost = true;
        drop();
    }

    private void drop() {
        open = false;
        calls.values().forEach(clients::lost);
        calls.clear();
    }

    // ------------------------------------------------------------------ from the actor

    @Override
    public void close(int code, String reason) {
        scheduler.pause();
        if (open) {
            scheduler.say(this + " is closed: " + code + " " + reason);
            drop();
            send(to -> {
                if (to != null) {
                    to.closed(code, reason);
                }
            });
        }
    }

    @Override
    public void sendText(String text) {
        require(raw, "hears text, but speaks bare: " + text);
        scheduler.pause();
        if (!open && !lost) {
            return;
        }
        if (text.equals("hello")) {
            require(!greeted, "is greeted twice");
            scheduler.say(this + " is greeted");
            greeted = true;
            return;
        }
        require(greeted, "is answered before it is greeted");
        String[] words = text.split(" ");
        Optional<Op> answered = answered(Long.parseLong(words[0]));
        if (words[1].equals("failed")) {
            return;
        }
        List<Long> where = Stream.of(words).skip(1).map(Long::valueOf).toList();
        position("an answer", where.get(0), where.get(1));
        answered.ifPresent(op -> clients.returned(op, where));
    }

    @Override
    public void sendBinary(byte[] data) {
        require(!raw, "hears what no actor sends");
        scheduler.pause();
        ToClient message = ClientProtocol.decodeToClient(Encoding.BARE, new Frame.Binary(data));
        if (!open && !lost) {
            return; // without effect on a closed socket
        }
        if (message instanceof ToClient.Init) {
            require(!greeted, "is greeted twice");
            scheduler.say(this + " is greeted");
            greeted = true;
            return;
        }
        switch (message) {
            case ToClient.Event(String name, List<Object> args) -> {
                require(greeted, "hears " + name + " before it is greeted");
                position("an event", Clients.number(args.get(0)), Clients.number(args.get(1)));
            }
            case ToClient.ActionResponse(long id, Object output) -> {
                require(greeted, "is answered before it is greeted");
                List<?> where = (List<?>) output;
                position("an answer", Clients.number(where.get(0)), Clients.number(where.get(1)));
                answered(id).ifPresent(op -> clients.returned(op, output));
            }
            case ToClient.Error error when error.actionId().isEmpty() -> scheduler.say(this + " is told " + error);
            case ToClient.Error error -> error.actionId().ifPresent(id -> answered(id)
                .ifPresent(op -> clients.failed(op, error.group() + "." + error.code(), error.message(), error.metadata())));
            default -> require(false, "hears " + message);
        }
    }

    private Optional<Op> answered(long id) {
        return Optional.ofNullable(calls.remove(id));
    }

    /** Outputs come in the order of the turns that made them, and none before its turn is durable. */
    private void position(String what, long life, long turn) {
        require(life > serial || life == serial && turn >= turns, "hears " + what + " of turn " + life + "." + turn + " after one of turn " + serial + "." + turns);
        serial = life;
        turns = turn;
        clients.ledger().left(what + " at " + this, life, turn);
    }

    private void require(boolean good, String what) {
        if (!good) {
            scheduler.violated(new Violation(this + " " + what));
        }
    }

    @Override
    public String toString() {
        return (raw ? "raw socket " : "socket ") + number + " to " + actorId;
    }
}
