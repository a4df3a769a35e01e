package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.ScheduleKind;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvent.Kind;
import rivet.inspect.ActorInspection;
import rivet.inspect.EventFilter;
import rivet.inspect.NewSchedule;
import rivet.inspect.QueuedMessage;
import rivet.inspect.ScheduleInfo;
import rivet.runtime.host.HostInspection;

/** What people do to one actor: schedules, messages, connections; and what they hear of it while it happens. */
@Timeout(60)
class InspectedActsTest {

    private static final String TYPE = "counting";
    private static final String ID = "a";

    @TempDir
    private Path data;
    private TestPlatform platform;
    private final Map<String, Scripted.Body<Scripted.Count>> bodies = new ConcurrentHashMap<>();
    private final List<ActorEvent> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data);
        platform.type(TYPE, () -> new Scripted.Counting(bodies));
        platform.start(TYPE, ID);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private ActorInspection inspection() throws Exception {
        return get(new HostInspection(platform.host()).inspect(ID));
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return TestPlatform.await(stage.toCompletableFuture());
    }

    private static void fails(CompletionStage<?> stage, ErrorCode code) {
        assertThatThrownBy(() -> get(stage)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(code)).as(e.toString()).isTrue());
    }

    private List<ScheduleInfo> schedules() throws Exception {
        return get(inspection().snapshot()).schedules();
    }

    @Test
    void callsAndJobsAreScheduledAndBroughtForward() throws Exception {
        Instant later = Instant.parse("2100-01-01T00:00:00Z");
        String call = get(inspection().schedule(new NewSchedule.At(later, "add", List.of(3))));
        get(inspection().schedule(new NewSchedule.Every("hourly", Duration.ofHours(1), "add", List.of(10), OptionalInt.of(5))));
        get(inspection().schedule(new NewSchedule.Cron("nightly", "0 3 * * *", "Europe/Berlin", "add", List.of(100), OptionalInt.empty())));
        assertThat(schedules()).extracting(ScheduleInfo::id).containsExactlyInAnyOrder(call, "hourly", "nightly");
        assertThat(schedules()).filteredOn(one -> one.id().equals("nightly")).first().satisfies(one -> assertThat(one.zone()).contains("Europe/Berlin"));
        fails(inspection().schedule(new NewSchedule.At(later, "missing", List.of())), ErrorCode.ACTOR_ACTION_NOT_FOUND);
        fails(inspection().schedule(new NewSchedule.Cron("x", "no", "UTC", "add", List.of(), OptionalInt.empty())), ErrorCode.SCHEDULE_INVALID_CRON_EXPRESSION);

        assertThat(get(inspection().runNow("hourly", ScheduleKind.AT))).as("of another kind").isFalse();
        assertThat(get(inspection().runNow(call, ScheduleKind.AT))).isTrue();
        TestPlatform.until(() -> stored(3));
        assertThat(get(inspection().runNow("hourly", ScheduleKind.EVERY))).isTrue();
        TestPlatform.until(() -> stored(13));
        assertThat(get(inspection().runNow("nightly", ScheduleKind.CRON))).isTrue();
        TestPlatform.until(() -> stored(113));
        assertThat(schedules()).as("the call is done, the jobs go on").extracting(ScheduleInfo::id).containsExactlyInAnyOrder("hourly", "nightly");
        assertThat(schedules()).allSatisfy(job -> assertThat(job.nextRun()).isAfter(job.lastRun().orElseThrow()));
        assertThat(get(inspection().runs("hourly", 10))).hasSize(1);
    }

    private boolean stored(int count) {
        return Map.of("count", count).equals(platform.stored(ID));
    }

    @Test
    void messagesAreShownWithTheirBodies() throws Exception {
        assertThat(get(inspection().messages(10))).isEmpty();
        get(inspection().send("jobs", Map.of("n", 1)));
        get(inspection().send("mail", "hello"));
        List<QueuedMessage> messages = get(inspection().messages(10));
        assertThat(messages).extracting(QueuedMessage::name).containsExactly("jobs", "mail");
        assertThat(messages).extracting(QueuedMessage::body).containsExactly(Map.of("n", 1), "hello");
        assertThat(messages).extracting(QueuedMessage::attempts).containsOnly(0);
        assertThat(get(inspection().messages(1))).hasSize(1);
    }

    @Test
    void connectionsAreClosed() throws Exception {
        TestPlatform.Client client = platform.connect(ID);
        String connection = get(inspection().snapshot()).connections().getFirst().id();
        assertThat(get(inspection().disconnect("none", "x"))).isFalse();
        assertThat(get(inspection().disconnect(connection, "by hand"))).isTrue();
        TestPlatform.until(() -> client.closed.isDone());
        assertThat(get(inspection().snapshot()).connections()).isEmpty();
    }

    @Test
    void whatHappensIsHeardWithItsErrorsAndOnlyWhileSomebodyListens() throws Exception {
        bodies.put("loud", actor -> {
            actor.broadcast("news", 1);
            return "";
        });
        bodies.put("bad", actor -> {
            throw new IllegalStateException("a bug");
        });
        var watch = platform.host().events().watch(new EventFilter(Optional.of(TYPE), Optional.of(ID), Set.of(), false), (events, missed) -> heard.addAll(events));
        platform.call(ID, "act", "loud");
        assertThatThrownBy(() -> platform.call(ID, "act", "bad")).isInstanceOf(RivetException.class);
        get(inspection().snapshot());
        TestPlatform.until(() -> heard.stream().anyMatch(event -> event.error().isPresent()) && heard.getLast().kind() == Kind.TURN);
        assertThat(heard).extracting(ActorEvent::kind).containsSubsequence(Kind.BROADCAST, Kind.ACTION, Kind.TURN, Kind.ACTION, Kind.TURN);
        assertThat(heard).filteredOn(event -> event.kind() == Kind.BROADCAST).first()
            .satisfies(event -> assertThat(event.name() + event.receivers()).isEqualTo("news0"));
        assertThat(heard).filteredOn(event -> event.kind() == Kind.ACTION).extracting(ActorEvent::name).containsExactly("act", "act");
        assertThat(heard).filteredOn(event -> event.kind() == Kind.ACTION && event.error().isPresent()).first()
            .satisfies(event -> assertThat(event.error()).hasValueSatisfying(text -> assertThat(text).contains("a bug")));
        assertThat(heard).as("looks are not shown").noneMatch(event -> event.name().startsWith("inspect"));
        assertThat(heard).allSatisfy(event -> assertThat(event.key()).containsExactly("key", ID));
        platform.putToSleep(ID);
        TestPlatform.until(() -> heard.getLast().kind() == Kind.ENDED);
        watch.close();
        int before = heard.size();
        platform.start(TYPE, ID);
        platform.call(ID, "count");
        assertThat(heard).hasSize(before);
    }
}
