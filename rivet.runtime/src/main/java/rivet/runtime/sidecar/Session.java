package rivet.runtime.sidecar;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.protocol.DecodeException;
import rivet.protocol.sidecar.SidecarProtocol;
import rivet.protocol.sidecar.SidecarReply;
import rivet.protocol.sidecar.SidecarRequest;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Parking;

/**
 * A connection of a process. One thread reads its requests and has the actor do them; answers come on other threads.
 * <p>
 * Invariant, under {@code this}: {@code pending} are the ids of requests that were read and not answered, {@code open} is how many were read whose answers were not
 * written. The
 * reading thread waits while there are {@link #MOST_OPEN} of these.
 */
final class Session {

    private static final Logger log = LoggerFactory.getLogger(Session.class);
    private static final int MOST_OPEN = 64;
    private static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final SocketChannel channel;
    private final Time time;
    private final SidecarReply.Welcome welcome;
    private final Outbox outbox;
    private final Requests requests;
    private final Consumer<Session> closed;
    private final Set<Long> pending = new HashSet<>();
    private CompletableFuture<Void> room = CompletableFuture.completedFuture(null);
    private int open;
    private boolean draining;
    private boolean over;

    Session(SocketChannel channel, SidecarWork work, Executor threads, Time time, SidecarReply.Welcome welcome, Consumer<Session> closed) {
        this.channel = channel;
        this.time = time;
        this.welcome = welcome;
        this.closed = closed;
        outbox = new Outbox(channel, threads, this::close);
        requests = new Requests(work, time, new Replies((int) welcome.maxFrameBytes()), this::answer);
    }

    /** Serves the connection until it ends. */
    void run() {
        Time.Timer late = time.after(HANDSHAKE, this::close);
        try {
            FrameReader frames = new FrameReader(channel, (int) welcome.maxFrameBytes());
            if (!(SidecarProtocol.decodeRequest(frames.next()) instanceof SidecarRequest.Hello hello)) {
                throw new DecodeException("the first message is no hello");
            }
            late.cancel();
            log.debug("process {} uses the database of actor {}", hello.client(), welcome.actorId());
            outbox.add(SidecarProtocol.encode(welcome), () -> { });
            while (true) {
                accept(SidecarProtocol.decodeRequest(frames.next()));
                Parking.untilDone(room());
            }
        } catch (DecodeException e) {
            goAway(e.getMessage());
        } catch (IOException e) {
            log.debug("a connection to the database of actor {} has ended: {}", welcome.actorId(), e.toString());
            close();
        } finally {
            late.cancel();
        }
    }

    private void accept(SidecarRequest request) {
        long id = Requests.id(request);
        synchronized (this) {
            if (!pending.add(id)) {
                throw new DecodeException("request " + id + " was asked again before it was answered");
            }
            open++;
            if (open >= MOST_OPEN) {
                room = new CompletableFuture<>();
            }
        }
        requests.accept(request);
    }

    private synchronized CompletionStage<Void> room() {
        return room;
    }

    /** Answers a request, once. */
    private void answer(long id, byte[] frame) {
        synchronized (this) {
            if (!pending.remove(id)) {
                return;
            }
        }
        outbox.add(frame, this::written);
    }

    private void written() {
        Optional<CompletableFuture<Void>> waiting = Optional.empty();
        boolean last;
        synchronized (this) {
            open--;
            if (open < MOST_OPEN && !room.isDone()) {
                waiting = Optional.of(room);
            }
            last = draining && open == 0 && requests.isIdle();
        }
        waiting.ifPresent(future -> future.complete(null));
        if (last) {
            close();
        }
    }

    /** The actor stops: nothing new is begun, what was is brought to its end, then the connection ends. */
    void drain() {
        requests.refuse();
        boolean idle;
        synchronized (this) {
            draining = true;
            idle = open == 0 && requests.isIdle();
        }
        byte[] away = SidecarProtocol.encode(new SidecarReply.GoAway("stopping"));
        outbox.add(away, idle ? this::close : () -> { });
    }

    private void goAway(String reason) {
        requests.close();
        outbox.add(SidecarProtocol.encode(new SidecarReply.GoAway(reason)), this::close);
    }

    /** Ends the connection; its transactions are undone. From any thread, more than once. */
    void close() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            waiting = room;
        }
        requests.close();
        try {
            channel.close();
        } catch (IOException e) {
            log.debug("a connection could not be closed", e);
        }
        waiting.complete(null);
        closed.accept(this);
    }
}
