package rivet.inspector.page;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

import rivet.actor.ScheduleKind;
import rivet.inspect.NewSchedule;

/** What the page wishes to be scheduled. */
final class Wishes {

    private Wishes() {}

    /**
     * Reads {@code {kind, action, args}} with {@code at}, {@code name} and {@code interval}, or {@code name}, {@code expression} and {@code zone}; times in
     * milliseconds.
     */
    static NewSchedule schedule(Map<?, ?> wish) {
        String action = text(wish, "action");
        List<Object> args = wish.get("args") instanceof List<?> list ? Collections.unmodifiableList(list) : List.of();
        return switch (text(wish, "kind")) {
            case "at" -> new NewSchedule.At(Instant.ofEpochMilli(number(wish, "at")), action, args);
            case "every" -> new NewSchedule.Every(text(wish, "name"), Duration.ofMillis(number(wish, "interval")), action, args, OptionalInt.empty());
            case "cron" -> new NewSchedule.Cron(text(wish, "name"), text(wish, "expression"), wish.get("zone") instanceof String zone && !zone.isBlank() ? zone : "UTC",
                action, args, OptionalInt.empty());
            default -> throw Call.invalid("a schedule is of the kind at, every or cron");
        };
    }

    /** Returns which kind of schedule the query means; a single call if it does not say. */
    static ScheduleKind kind(Call call) {
        String kind = call.given("kind").orElse("at");
        return List.of(ScheduleKind.values()).stream().filter(one -> one.name().toLowerCase(Locale.ROOT).equals(kind)).findFirst()
            .orElseThrow(() -> Call.invalid("there is no kind '" + kind + "' of schedules"));
    }

    private static String text(Map<?, ?> wish, String name) {
        if (wish.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw Call.invalid(name + " is required");
    }

    private static long number(Map<?, ?> wish, String name) {
        if (wish.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw Call.invalid(name + " must be a number of milliseconds");
    }
}
