package rivet.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.runtime.time.ManualTime;

/** When a connection comes back, and when it does not (spec/wire.md 11). */
class ReconnectingTest {

    private static final Target BY_KEY = new Target.ByKey("t", List.of("k"), true, new byte[0], Optional.empty());
    private static final Target BY_ID = new Target.ById("x");

    private final ManualTime time = new ManualTime();
    private final List<String> log = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private Session session;

    /** One link. */
    private record Attempt(Transport.Listener listener, List<ToServer> sent, List<String> closes) implements Transport.Link {

        @Override
        public void send(Frame frame) {
            sent.add(ClientProtocol.decodeToServer(Encoding.JSON, frame));
        }

        @Override
        public void close(int code, String reason) {
            closes.add(code + " " + reason);
        }

        void say(ToClient message) {
            listener.frame(ClientProtocol.encode(Encoding.JSON, message));
        }

        void open() {
            say(new ToClient.Init("x", "c"));
        }
    }

    private final class Links implements Transport {

        @Override
        public Encoding encoding() {
            return Encoding.JSON;
        }

        @Override
        public CompletionStage<Reply> request(Target target, Outgoing request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Link connect(Target target, Optional<String> params, Map<String, List<String>> headers, Listener listener) {
            attempts.add(new Attempt(listener, new ArrayList<>(), new ArrayList<>()));
            return attempts.getLast();
        }

        @Override
        public CompletionStage<String> resolve(Target.ByKey target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<String> create(Target.ByKey target) {
            throw new UnsupportedOperationException();
        }
    }

    private final class Owner implements Session.Owner {

        @Override
        public void opened(String connectionId) {
            log.add("open");
        }

        @Override
        public void message(ToClient message) {
            log.add(message.getClass().getSimpleName());
        }

        @Override
        public void down(Optional<RivetException> reason, boolean wasOpen, boolean quietly) {
            log.add((wasOpen ? "lost" : "failed") + reason.map(e -> " " + e.code()).orElse("") + (quietly ? " quietly" : ""));
        }

        @Override
        public void refused(RivetException reason) {
            log.add("refused " + reason.code());
        }
    }

    private void begin(Target target) {
        session = new Session(new Links(), target, Optional.empty(), time, new InOrder(), new Owner());
        session.begin(Map.of());
    }

    /** Lets time pass until there is another attempt; returns how long that was. */
    private long untilNextAttempt() {
        int before = attempts.size();
        for (long millis = 0; millis < 60_000; millis += 10) {
            if (attempts.size() > before) {
                return millis;
            }
            time.pass(Duration.ofMillis(10));
        }
        return -1;
    }

    private void close(int code, String reason) {
        attempts.getLast().listener().closed(code, reason);
    }

    @Test
    void pausesDoubleUpToHalfAMinute() {
        begin(BY_KEY);
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            close(1006, "");
            pauses.add(untilNextAttempt());
        }
        assertThat(pauses).containsExactly(250L, 500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(log).containsOnly("failed");
    }

    @Test
    void aLossIsFollowedByAnAttemptAtOnce() {
        begin(BY_ID);
        attempts.getLast().open();
        time.pass(Duration.ofSeconds(10));
        close(1011, "actor.stopped#ray");
        assertThat(attempts).hasSize(2);
        attempts.getLast().open();
        assertThat(log).containsExactly("open", "lost stopped", "open");
    }

    @Test
    void oneThatIsAlwaysLostAtOnceDoesNotSpin() {
        begin(BY_KEY);
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            attempts.getLast().open();
            int before = attempts.size();
            close(1011, "auth.forbidden");
            pauses.add(attempts.size() > before ? 0L : untilNextAttempt());
        }
        assertThat(pauses).containsExactly(0L, 250L, 500L, 1_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = { "actor.not_found", "actor.starting", "actor.stopping", "actor.destroyed_while_waiting_for_ready", "actor.dropped_reply" })
    void anAbsentActorIsWaitedForByKeyAndNotById(String reason) {
        begin(BY_KEY);
        close(1011, reason);
        assertThat(log).containsExactly("failed quietly");
        assertThat(untilNextAttempt()).isEqualTo(250);
        session.end();
        log.clear();
        begin(BY_ID);
        close(1011, reason);
        assertThat(log).containsExactly("refused " + reason.substring(reason.indexOf('.') + 1));
        assertThat(untilNextAttempt()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "actor.restarting", "actor.stopped", "ws.going_away", "guard.service_unavailable", "guard.tunnel_message_timeout" })
    void whatPassesIsWaitedForAndTold(String reason) {
        begin(BY_ID);
        close(1011, reason);
        assertThat(log).containsExactly("failed " + reason.substring(reason.indexOf('.') + 1));
        assertThat(untilNextAttempt()).isEqualTo(250);
    }

    @Test
    void aRefusalIsFinalAndTheErrorBeforeItSaysWhy() {
        begin(BY_KEY);
        attempts.getLast().say(new ToClient.Error("user", "no", "said so", Optional.empty(), OptionalLong.empty(), Optional.empty()));
        close(1011, "auth.forbidden");
        assertThat(log).containsExactly("Error", "refused no");
        assertThat(untilNextAttempt()).isEqualTo(-1);
        assertThat(time.timers()).isZero();
    }

    @Test
    void oneThatNeverOpensIsGivenUp() {
        begin(BY_KEY);
        time.pass(Duration.ofSeconds(46));
        assertThat(attempts.getFirst().closes()).containsExactly("1001 ");
        assertThat(attempts).hasSize(2);
        attempts.getFirst().open(); // too late
        assertThat(log).containsExactly("failed");
    }

    @Test
    void theEndIsTheEnd() {
        begin(BY_KEY);
        attempts.getLast().open();
        session.end();
        assertThat(attempts.getLast().closes()).containsExactly("1000 Disposed");
        close(1000, "");
        attempts.getLast().say(new ToClient.Event("late", List.of()));
        assertThat(log).containsExactly("open");
        assertThat(time.timers()).isZero();
    }

    @Test
    void aPauseIsCutByTheEnd() {
        begin(BY_KEY);
        close(1006, "");
        session.end();
        assertThat(untilNextAttempt()).isEqualTo(-1);
        assertThat(time.timers()).isZero();
    }
}
