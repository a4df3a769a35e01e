package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;
import static rivet.shell.Column.whole;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import rivet.inspect.RolloutEvent;

/** How the history of a type's code is printed. */
final class HistoryText {

    private static final List<Column> COLUMNS = List.of(whole("AT", 20), whole("WHAT", 11), cut("BUNDLE", 24), cut("VERSION", 20), cut("BY", 10), number("MOVED", 5),
        number("FAILED", 6));

    private HistoryText() {}

    /** Lists events: each with where its bundle is from, the pace or the reason below. */
    static Listing<RolloutEvent> list(List<RolloutEvent> events) {
        Table table = new Table(COLUMNS);
        for (RolloutEvent event : events) {
            boolean counts = event.kind() == RolloutEvent.Kind.BEGUN || event.kind() == RolloutEvent.Kind.DONE;
            table.add(List.of(event.at().truncatedTo(ChronoUnit.SECONDS).toString(), event.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '), event.bundle(),
                event.version(), event.by(), counts ? String.valueOf(event.moved()) : "-", counts ? String.valueOf(event.failed()) : "-"), below(event));
        }
        return Listing.of(events, event -> event.kind().name(), table, "nothing yet");
    }

    private static List<String> below(RolloutEvent event) {
        List<String> lines = new ArrayList<>();
        if (event.kind() == RolloutEvent.Kind.CAME && !event.location().isEmpty()) {
            lines.add("from " + event.location());
        }
        event.pace().ifPresent(pace -> lines.add(pace.toString()));
        if (!event.reason().isEmpty()) {
            lines.add(event.reason());
        }
        return lines;
    }
}
