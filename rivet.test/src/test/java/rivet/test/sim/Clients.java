package rivet.test.sim;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.value.JsonValues;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;

/** The clients: they call and connect, and believe what they are told. */
final class Clients {

    private static final Set<String> NOT_BEGUN = Set.of("actor.stopping", "actor.destroying", "actor.restarting", "actor.starting", "actor.not_found", "actor.dropped_reply",
        "guard.service_unavailable");

    private final World world;
    private final Ledger ledger;
    private final Scheduler scheduler;
    private final Set<Op> pending = new LinkedHashSet<>();
    private final List<SimSocket> sockets = new ArrayList<>();
    private final Set<String> unread = new LinkedHashSet<>();
    private int calls;
    private boolean reading;

    Clients(World world) {
        this.world = world;
        ledger = world.ledger();
        scheduler = world.scheduler();
    }

    Set<Op> pending() {
        return pending;
    }

    int calls() {
        return calls;
    }

    // ------------------------------------------------------------------ calls

    /** Calls an actor, over a connection to it if the client has one and likes to. */
    void call(Directory.Entry actor, String script, SplittableRandom random) {
        Op op = ledger.newOp(actor.id(), script);
        calls++;
        pending.add(op);
        List<SimSocket> open = sockets.stream().filter(socket -> socket.isReady() && socket.actorId().equals(actor.id())).toList();
        if (random.nextInt(6) == 0) {
            fetch(actor, op);
        } else if (open.isEmpty() || random.nextInt(3) == 0) {
            request(actor, op);
        } else {
            scheduler.say("call " + actor + " " + op + " over a socket");
            open.get(random.nextInt(open.size())).call(op);
        }
    }

    private void request(Directory.Entry actor, Op op) {
        request(actor, op, action(op), reply -> replied(op, reply));
    }

    /** Asks the actor's own code, over HTTP. */
    private void fetch(Directory.Entry actor, Op op) {
        request(actor, op, new Http("GET", "/request/" + op.id(), new byte[0]), reply -> fetched(op, reply));
    }

    private void fetched(Op op, HttpReply reply) {
        byte[] body = ((HttpBody.Bytes) reply.body()).content();
        if (reply.status() == 200) {
            returned(op, JsonValues.read(new String(body, StandardCharsets.UTF_8)));
        } else {
            failed(op, ClientProtocol.decodeError(Encoding.JSON, body));
        }
    }

    /** Sends a message to the queue of an actor. */
    void send(Directory.Entry actor, String script, boolean waits) {
        Op op = ledger.newOp(actor.id(), script);
        calls++;
        pending.add(op);
        Promise promise = ledger.promises().message(op);
        HttpQueueSendRequest message = new HttpQueueSendRequest(Map.of("id", op.id(), "script", script), Optional.empty(), waits,
            waits ? OptionalLong.of(2_000) : OptionalLong.empty());
        request(actor, op, new Http("POST", "/queue/" + SimActor.QUEUE, ClientProtocol.encode(Encoding.BARE, message)), reply -> sent(promise, reply));
    }

    private void sent(Promise promise, HttpReply reply) {
        Op op = promise.op();
        byte[] body = ((HttpBody.Bytes) reply.body()).content();
        if (reply.status() != 200) {
            HttpError error = ClientProtocol.decodeError(Encoding.BARE, body);
            // the queue may be full, or all places to wait taken: then it is not stored
            failed(op, error);
            return;
        }
        promise.acknowledge();
        scheduler.say(op + " is stored");
        if (ClientProtocol.decodeQueueSendResponse(Encoding.BARE, body).response() instanceof List<?> position) {
            ledger.left("the completion of " + op, number(position.get(0)), number(position.get(1)));
        }
        over(op, Optional.empty(), false);
    }

    private void request(Directory.Entry actor, Op op, Http call, Consumer<HttpReply> onReply) {
        scheduler.say("call " + actor + " " + op + " " + call.target());
        SimNode node = world.node();
        if (!node.process().alive()) {
            failed(op, "guard.service_unavailable", "", Optional.empty()); // between the end of a process and the next
            return;
        }
        node.process().start("gateway", () -> node.engine().request(actor, call).whenComplete((reply, error) -> {
            scheduler.pause();
            if (error instanceof NotAdmittedException refused) {
                failed(op, refused.reason().group() + "." + refused.reason().code(), "", Optional.empty());
            } else {
                onReply.accept(reply);
            }
        }));
    }

    /** A client has not heard yet that a process was given up, and calls an actor that runs there. Nobody waits for that, but what is answered counts. */
    void stray(SimNode cutOff, Directory.Entry actor, String script) {
        if (cutOff.engine().status(actor.id()) != SimEngine.Status.RUNNING) {
            return;
        }
        Op op = ledger.newOp(actor.id(), script);
        scheduler.say("call " + actor + " in " + cutOff.process() + " " + op);
        int generation = cutOff.engine().started(actor.id());
        cutOff.process().start("stray", () -> cutOff.hosting().request(actor.id(), generation, action(op)).whenComplete((reply, error) -> {
            if (error == null) {
                replied(op, reply);
            }
        }));
    }

    private static Http action(Op op) {
        return new Http("POST", "/action/run", ClientProtocol.encode(Encoding.BARE, new HttpActionRequest(List.of(op.id(), op.script()))));
    }

    private void replied(Op op, HttpReply reply) {
        byte[] body = ((HttpBody.Bytes) reply.body()).content();
        if (reply.status() == 200) {
            returned(op, ClientProtocol.decodeActionResponse(Encoding.BARE, body).output());
            return;
        }
        failed(op, ClientProtocol.decodeError(Encoding.BARE, body));
    }

    private void failed(Op op, HttpError error) {
        failed(op, error.group() + "." + error.code(), error.message(), error.metadata());
    }

    /** A call returned a position. */
    void returned(Op op, Object output) {
        List<?> position = (List<?>) output;
        scheduler.say(op + " returned " + position);
        op.succeed();
        ledger.left("the answer of " + op, number(position.get(0)), number(position.get(1)));
        over(op, Optional.empty(), false);
    }

    static long number(Object value) {
        return ((Number) value).longValue();
    }

    /** A call failed. */
    void failed(Op op, String error, String message, Optional<Object> metadata) {
        scheduler.say(op + " failed with " + error + " " + metadata.map(Object::toString).orElse(""));
        Map<?, ?> data = metadata.orElse(null) instanceof Map<?, ?> map ? map : Map.of();
        if (error.equals("sim.planned")) {
            String[] position = message.split(" ");
            ledger.left("the error of " + op, Long.parseLong(position[0]), Long.parseLong(position[1]));
        }
        // code of the actor may pass on that it could not fork
        boolean notBegun = NOT_BEGUN.contains(error) || error.equals("actor.overloaded") && String.valueOf(data.get("operation")).matches("action run|.*request.*|.*queue.*")
            && "inbox".equals(data.get("channel"));
        over(op, Optional.ofNullable((String) data.get("committed")), notBegun);
    }

    private void over(Op op, Optional<String> committed, boolean notBegun) {
        ledger.answered(op, committed, notBegun);
        pending.remove(op);
        if (reading && unread.contains(op.actorId()) && op.script().equals("r")) {
            if (notBegun) {
                read(world.directory().find(op.actorId()).orElseThrow());
            } else {
                unread.remove(op.actorId());
            }
        }
    }

    /** The process that the clients talked to is gone: nobody answers any more. */
    void loseAll() {
        pending.clear();
        sockets.forEach(SimSocket::lose);
    }

    // ------------------------------------------------------------------ sockets

    /** @param raw whether to the actor's own code */
    void connect(Directory.Entry actor, boolean raw) {
        SimNode node = world.node();
        if (node.engine().status(actor.id()) == SimEngine.Status.RUNNING) {
            SimSocket socket = new SimSocket(this, node, actor.id(), raw);
            sockets.add(socket);
            socket.connect(actor.generation());
        }
    }

    void leaveOne(SplittableRandom random) {
        List<SimSocket> open = sockets.stream().filter(SimSocket::isOpen).toList();
        if (!open.isEmpty()) {
            open.get(random.nextInt(open.size())).leave();
        }
    }

    /** All hang up: an actor with a connection does not sleep. */
    void leaveAll() {
        sockets.stream().filter(SimSocket::isOpen).toList().forEach(SimSocket::leave);
    }

    Ledger ledger() {
        return ledger;
    }

    /** The socket of a call is closed: whether that was done nobody knows. */
    void lost(Op op) {
        pending.remove(op);
    }

    // ------------------------------------------------------------------ the end

    /** Reads every living actor. */
    void readAll() {
        reading = true;
        Map<String, Directory.Entry> all = new LinkedHashMap<>();
        world.directory().living().forEach(actor -> all.put(actor.id(), actor));
        unread.addAll(all.keySet());
        all.values().forEach(this::read);
    }

    private void read(Directory.Entry actor) {
        if (actor.destroyed()) {
            unread.remove(actor.id());
            return;
        }
        world.outside().after(Duration.ofMillis(200), () -> {
            Op op = ledger.newOp(actor.id(), "r");
            pending.add(op);
            request(actor, op);
        });
    }

    boolean allRead() {
        return reading && unread.isEmpty() && pending.isEmpty();
    }

    /** Checks that no client is left with an open socket to a platform that has ended. */
    void checkClosed() {
        sockets.stream().filter(SimSocket::isOpen).findFirst().ifPresent(socket -> scheduler.violated(new Violation("never closed: " + socket)));
    }

    /** A request. */
    private record Http(String method, String target, byte[] content) implements HttpCall {

        @Override
        public Optional<String> header(String name) {
            return name.equals("x-rivet-encoding") && method.equals("POST") ? Optional.of("bare") : Optional.empty();
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of();
        }

        @Override
        public HttpBody body() {
            return HttpBody.of(content);
        }
    }
}
