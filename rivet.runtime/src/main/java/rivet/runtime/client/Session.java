package rivet.runtime.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.runtime.time.Time;

/**
 * Keeps a connection to an actor open, with one link after the other (spec/wire.md 11). Everything here is done in the order of its owner; what an old link or timer
 * still says is dropped by the number of its attempt.
 * <p>
 * Unlike the npm client it does not give up because nobody answers, or the network gave no reason: it comes back when the server does.
 */
final class Session {

    /** Hears how the connection fares. */
    interface Owner {

        /** It is open. */
        void opened(String connectionId);

        /** The actor said something. */
        void message(ToClient message);

        /**
         * It is not open any more, or an attempt failed; another one follows.
         *
         * @param reason what the actor or its platform gave for it, unless that is only the actor's coming and going
         * @param wasOpen whether it was open
         * @param quietly whether calls that wait should go on waiting
         */
        void down(Optional<RivetException> reason, boolean wasOpen, boolean quietly);

        /** It was refused for good. */
        void refused(RivetException reason);
    }

    private static final Logger log = LoggerFactory.getLogger(Session.class);
    private static final Duration INIT_LIMIT = Duration.ofSeconds(45);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final int DOUBLINGS = 7;
    private static final Duration LAST_PAUSE = Duration.ofSeconds(30);
    /** So long open, a loss is no reason for a pause. */
    private static final long STABLE_NANOS = Duration.ofSeconds(5).toNanos();

    private final Transport transport;
    private final Target target;
    private final Optional<String> params;
    private final Time time;
    private final InOrder order;
    private final Owner owner;
    private Map<String, List<String>> headers = Map.of();
    private Optional<Transport.Link> link = Optional.empty();
    private Optional<Time.Timer> timer = Optional.empty();
    private Optional<RivetException> said = Optional.empty();
    private int attempt;
    private int failures;
    private boolean open;
    private boolean ended;
    private long openSince;

    Session(Transport transport, Target target, Optional<String> params, Time time, InOrder order, Owner owner) {
        this.transport = transport;
        this.target = target;
        this.params = params;
        this.time = time;
        this.order = order;
        this.owner = owner;
    }

    boolean isOpen() {
        return open;
    }

    /** Makes the first attempt. */
    void begin(Map<String, List<String>> first) {
        headers = first;
        attempt();
        headers = Map.of(); // they belong to who asked, who may be gone when it comes back
    }

    private void attempt() {
        if (ended) {
            return;
        }
        int mine = ++attempt;
        said = Optional.empty();
        timer = Optional.of(time.after(INIT_LIMIT, () -> order.run(() -> tooLate(mine))));
        link = Optional.of(transport.connect(target, params, headers, new Transport.Listener() {

            @Override
            public void frame(Frame frame) {
                order.run(() -> received(mine, frame));
            }

            @Override
            public void closed(int code, String reason) {
                order.run(() -> linkClosed(mine, reason));
            }
        }));
    }

    private void tooLate(int which) {
        if (which == attempt && !open && !ended) {
            drop(1001, "");
        }
    }

    /** Gives up on the link, and comes back. */
    void drop(int code, String reason) {
        link.ifPresent(current -> current.close(code, reason));
        linkClosed(attempt, "");
    }

    private void received(int which, Frame frame) {
        if (which != attempt || ended) {
            return;
        }
        ToClient message;
        try {
            message = ClientProtocol.decodeToClient(transport.encoding(), frame);
        } catch (DecodeException e) {
            log.warn("{} sent a frame that is no message", target, e);
            return;
        }
        if (message instanceof ToClient.Init init && !open) {
            cancelTimer();
            open = true;
            openSince = time.nanos();
            owner.opened(init.connectionId());
        } else {
            if (message instanceof ToClient.Error error && error.actionId().isEmpty()) {
                said = Optional.of(ClientErrors.of(error));
            }
            owner.message(message);
        }
    }

    void send(ToServer message) {
        link.ifPresent(current -> current.send(ClientProtocol.encode(transport.encoding(), message)));
    }

    private void linkClosed(int which, String reason) {
        if (which != attempt || ended || link.isEmpty()) {
            return;
        }
        cancelTimer();
        link = Optional.empty();
        boolean wasOpen = open;
        open = false;
        Optional<RivetException> why = said.or(() -> ClientErrors.ofReason(reason));
        if (wasOpen) {
            failures = time.nanos() - openSince >= STABLE_NANOS ? 0 : failures + 1;
            owner.down(why, true, false);
            again(failures <= 1 ? Duration.ZERO : pause(failures - 1));
            return;
        }
        boolean absent = why.filter(Resending::isAbsent).isPresent();
        if (absent && target instanceof Target.ById || !absent && why.filter(e -> !comesBack(e)).isPresent()) {
            ended = true;
            owner.refused(why.orElseThrow());
            return;
        }
        owner.down(absent ? Optional.empty() : why, false, absent);
        again(pause(++failures));
    }

    /** Returns whether a refusal is one that passes. */
    private static boolean comesBack(RivetException why) {
        return Resending.isRestarting(why) || why.is(ErrorCode.ACTOR_STOPPED) || why.is(ErrorCode.WS_GOING_AWAY) || why.is(ErrorCode.GUARD_ACTOR_READY_TIMEOUT);
    }

    private static Duration pause(int failed) {
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failed - 1, DOUBLINGS));
        return doubled.compareTo(LAST_PAUSE) > 0 ? LAST_PAUSE : doubled;
    }

    private void again(Duration pause) {
        if (ended) {
            return;
        }
        if (pause.isZero()) {
            attempt();
        } else {
            timer = Optional.of(time.after(pause, () -> order.run(this::attempt)));
        }
    }

    private void cancelTimer() {
        timer.ifPresent(Time.Timer::cancel);
        timer = Optional.empty();
    }

    /** Closes the connection for good. */
    void end() {
        ended = true;
        open = false;
        cancelTimer();
        link.ifPresent(current -> current.close(1000, "Disposed"));
        link = Optional.empty();
    }
}
