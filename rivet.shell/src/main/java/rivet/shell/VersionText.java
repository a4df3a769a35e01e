package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;
import static rivet.shell.Column.whole;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import rivet.inspect.Rollout;
import rivet.inspect.TypeVersion;

/** How the generations of a type's code are printed. */
final class VersionText {

    private static final List<Column> COLUMNS = List.of(cut("BUNDLE", 28), cut("VERSION", 22), number("STATE", 5), number("AWAKE", 5), whole("ROLL-OUT", 8));

    private VersionText() {}

    /** Lists them: each with the version of its state, and the reason below where its roll-out is paused. */
    static Listing<TypeVersion> list(List<TypeVersion> versions) {
        Table table = new Table(COLUMNS);
        for (TypeVersion version : versions) {
            table.add(List.of(version.bundle(), version.version(), String.valueOf(version.stateVersion()), String.valueOf(version.awake()),
                version.paused().isPresent() ? "paused" : "-"), version.paused().map(reason -> "paused: " + reason).stream().toList());
        }
        return Listing.of(versions, TypeVersion::version, table, "no code at the moment");
    }

    /** Returns how a roll-out stands, with its latest failures below. */
    static String progress(Rollout rollout) {
        String line = "roll-out of %s %s, %s: %s; awake on it %d, to be moved %d, moved %d, failed %d".formatted(rollout.bundle(), rollout.version(), rollout.pace(),
            rollout.stage().name().toLowerCase(Locale.ROOT).replace('_', ' '), rollout.onIt(), rollout.waiting(), rollout.moved(), rollout.failed());
        List<String> lines = new ArrayList<>(List.of(Printable.line(line)));
        rollout.failures().stream().limit(3).forEach(failure -> lines.add("    " + Printable.line(failure.actor() + ": " + failure.reason())));
        return String.join("\n", lines);
    }
}
