package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;
import static rivet.shell.Column.whole;

import java.util.List;

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
}
