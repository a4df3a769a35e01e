package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;
import static rivet.shell.Column.whole;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import rivet.inspect.StuckTurn;

/** How stuck turns are printed. */
final class TurnText {

    private static final List<Column> COLUMNS = List.of(whole("ID", ActorText.SHORT_ID), cut("TYPE", 18), cut("WHAT", 22),
        number("FOR", 5), whole("STATE", 9), cut("THREAD", 24));

    private TurnText() {}

    /** Lists turns, their stacks below them. */
    static Listing<StuckTurn> list(List<StuckTurn> turns) {
        Table table = new Table(COLUMNS);
        turns.forEach(turn -> table.add(cells(turn), turn.stack()));
        return Listing.of(turns, StuckTurn::actorId, table, "no stuck turns");
    }

    /** Returns a row that aligns with others of its kind. */
    static String line(StuckTurn turn) {
        return Table.line(COLUMNS, cells(turn));
    }

    /** Returns everything about a turn, the stack uncut. */
    static String all(StuckTurn turn) {
        Fields fields = new Fields()
            .add("actor", turn.actorId())
            .add("type", turn.type())
            .add("what", turn.what())
            .add("for", Spans.of(Duration.ofMillis(turn.millis())))
            .add("state", state(turn))
            .add("thread", turn.thread());
        Stream<String> frames = turn.stack().stream().map(frame -> "    " + Printable.line(frame));
        return Stream.concat(Stream.of(fields.render()), frames).collect(Collectors.joining("\n"));
    }

    private static List<String> cells(StuckTurn turn) {
        return List.of(ActorText.shortId(turn.actorId(), ActorText.SHORT_ID), turn.type(), turn.what(),
            Spans.of(Duration.ofMillis(turn.millis())), state(turn), turn.thread());
    }

    private static String state(StuckTurn turn) {
        return turn.abandoned() ? "abandoned" : "running";
    }
}
