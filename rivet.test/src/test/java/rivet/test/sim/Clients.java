package rivet.test.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpError;
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
        if (open.isEmpty() || random.nextInt(3) == 0) {
            request(actor, op);
        } else {
            scheduler.say("call " + actor + " " + op + " over a socket");
            open.get(random.nextInt(open.size())).call(op);
        }
    }

    private void request(Directory.Entry actor, Op op) {
        scheduler.say("call " + actor + " " + op);
        SimNode node = world.node();
        byte[] body = ClientProtocol.encode(Encoding.BARE, new HttpActionRequest(List.of(op.id(), op.script())));
        node.process().start("gateway", () -> node.engine().request(actor, new Post(body)).whenComplete((reply, error) -> {
            scheduler.pause();
            if (error instanceof NotAdmittedException refused) {
                failed(op, refused.reason().group() + "." + refused.reason().code(), "", Optional.empty());
            } else {
                replied(op, reply);
            }
        }));
    }

    private void replied(Op op, HttpReply reply) {
        byte[] body = ((HttpBody.Bytes) reply.body()).content();
        if (reply.status() == 200) {
            returned(op, ClientProtocol.decodeActionResponse(Encoding.BARE, body).output());
            return;
        }
        HttpError error = ClientProtocol.decodeError(Encoding.BARE, body);
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
        boolean notBegun = NOT_BEGUN.contains(error) || error.equals("actor.overloaded") && "action run".equals(data.get("operation")) && "inbox".equals(data.get("channel"));
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

    void connect(Directory.Entry actor) {
        SimNode node = world.node();
        if (node.engine().status(actor.id()) == SimEngine.Status.RUNNING) {
            SimSocket socket = new SimSocket(this, node, actor.id());
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

    /** A call over HTTP. */
    private record Post(byte[] content) implements HttpCall {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String target() {
            return "/action/run";
        }

        @Override
        public Optional<String> header(String name) {
            return name.equals("x-rivet-encoding") ? Optional.of("bare") : Optional.empty();
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
