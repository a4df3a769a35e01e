package rivet.shell;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInspection;
import rivet.inspect.Inspection;
import rivet.inspect.NewSchedule;
import rivet.inspect.ScheduleInfo;

/** {@code rivet:schedule}. */
@Component(service = ScheduleCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=schedule" })
public final class ScheduleCommands {

    private static final List<Column> COLUMNS = List.of(Column.whole("ID", 12), Column.cut("WHEN", 16), Column.whole("NEXT", 7), Column.whole("LAST", 7), Column.cut("ACTION", 16),
        Column.cut("ARGUMENTS", 20));
    private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;
    private final Clock clock;

    @Activate
    public ScheduleCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this(inspection, replies, Clock.systemUTC());
    }

    ScheduleCommands(Inspection inspection, Replies replies, Clock clock) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
        this.clock = clock;
    }

    /** Lists what is scheduled, after one was cancelled or brought forward if so asked. */
    @Descriptor("list what an actor has scheduled, the next first, waking it if it sleeps")
    public Listing<ScheduleInfo> schedule(
            @Descriptor("cancel this one: the id of a call, the name of a job") @Parameter(names = { "-c", "--cancel" }, absentValue = "") String cancel,
            @Descriptor("have this one begin now") @Parameter(names = { "-r", "--run" }, absentValue = "") String run,
            @Descriptor(ActorCommands.ID) String id) {
        return replies.run(() -> {
            ActorInspection actor = replies.await(inspection.inspect(ids.find(id).id()));
            if (!cancel.isEmpty() && !replies.await(actor.cancel(cancel, one(actor, cancel).kind()))) {
                throw CommandFailed.input("'" + cancel + "' has begun or ended meanwhile");
            }
            if (!run.isEmpty() && !replies.await(actor.runNow(run, one(actor, run).kind()))) {
                throw CommandFailed.input("'" + run + "' runs just now");
            }
            return list(replies.await(actor.snapshot()).schedules());
        });
    }

    /** Schedules a call, or a job if it has a name. */
    @Descriptor("schedule a call of an action, or a job if it has a name; prints the id of the call or the name of the job")
    public String schedule(
            @Descriptor("name of a job, which replaces one of that name") @Parameter(names = { "-n", "--name" }, absentValue = "") String name,
            @Descriptor("time zone of a cron expression (UTC)") @Parameter(names = { "-z", "--zone" }, absentValue = "UTC") String zone,
            @Descriptor(ActorCommands.ID) String id,
            @Descriptor("10s, 5m, 2h or 1d: after that, for a job again and again; a time such as 2027-01-31T12:00:00Z; for a job also a cron expression in quotes") String when,
            @Descriptor("the action") String action, @Descriptor("its arguments, as of rivet:call") Object... arguments) {
        return replies.run(() -> {
            NewSchedule wish = wish(name, zone, when, action, Arguments.of(new ArrayList<>(Arrays.asList(arguments)), ""));
            return replies.await(inspection.inspect(ids.find(id).id()).thenCompose(actor -> actor.schedule(wish)));
        });
    }

    private NewSchedule wish(String name, String zone, String when, String action, List<Object> arguments) {
        Optional<Duration> span = span(when);
        if (!name.isEmpty()) {
            return span.<NewSchedule> map(interval -> new NewSchedule.Every(name, interval, action, arguments, OptionalInt.empty()))
                .orElseGet(() -> new NewSchedule.Cron(name, when, zone, action, arguments, OptionalInt.empty()));
        }
        try {
            return new NewSchedule.At(span.map(clock.instant()::plus).orElseGet(() -> Instant.parse(when)), action, arguments);
        } catch (DateTimeParseException e) {
            throw CommandFailed.input("'" + when + "' is neither a span such as 5m nor a time such as 2027-01-31T12:00:00Z; a cron expression needs a name (-n)");
        }
    }

    private static Optional<Duration> span(String text) {
        Matcher matcher = SPAN.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return Optional.of(switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        });
    }

    private ScheduleInfo one(ActorInspection actor, String id) throws InterruptedException, ExecutionException {
        return replies.await(actor.snapshot()).schedules().stream().filter(scheduled -> scheduled.id().equals(id)).findFirst()
            .orElseThrow(() -> CommandFailed.input("the actor has scheduled nothing called '" + id + "'"));
    }

    private Listing<ScheduleInfo> list(List<ScheduleInfo> all) {
        Table table = new Table(COLUMNS);
        Instant now = clock.instant();
        for (ScheduleInfo one : all) {
            String when = one.expression().map(expression -> expression + one.zone().filter(zone -> !zone.equals("UTC")).map(zone -> " " + zone).orElse(""))
                .or(() -> one.interval().map(interval -> "every " + Spans.of(interval))).orElse("once");
            table.add(List.of(one.id(), when, one.nextRun().isAfter(now) ? "in " + Spans.of(Duration.between(now, one.nextRun())) : "now", one.lastRun().map(last -> Spans.of(Duration.between(last, now)) + " ago").orElse("-"),
                one.action(), JsonText.compact(one.args())));
        }
        return Listing.of(all, ScheduleInfo::id, table, "nothing scheduled");
    }
}
