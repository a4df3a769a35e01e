package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;
import static rivet.shell.Column.whole;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import rivet.inspect.ActorInfo;

/** How actors are printed. */
final class ActorText {

    /** Shortest beginning of an id that is printed: 36^12, so that two actors sharing it are not met by chance. */
    static final int SHORT_ID = 12;

    private static final Column ID = whole("ID", SHORT_ID);
    private static final List<Column> COLUMNS = List.of(ID, cut("TYPE", 20), cut("KEY", 28), cut("STATUS", 10), number("GEN", 4),
        number("CONNS", 5), number("AGE", 4));
    private static final List<Column> WITH_NAMESPACE = List.of(ID, cut("NAMESPACE", 12), cut("TYPE", 16), cut("KEY", 22),
        cut("STATUS", 10), number("GEN", 4), number("CONNS", 5), number("AGE", 4));
    private static final List<Column> LOAD = List.of(ID, cut("TYPE", 18), cut("KEY", 20), number("BUSY", 7), number("TURNS", 8),
        number("ERRORS", 6), number("WAITING", 7), number("RUNNING", 7));
    private static final List<Column> NAMES = List.of(ID, cut("TYPE", 20), cut("KEY", 28));
    private static final List<Column> OUTCOMES = List.of(ID, cut("TYPE", 20), cut("KEY", 28), whole("NOW", 10));

    private ActorText() {}

    /** Lists actors. Those outside the default namespace are listed with their namespace, those that could not start with the reason. */
    static Listing<ActorInfo> list(List<ActorInfo> actors, Instant now) {
        boolean namespaces = actors.stream().anyMatch(actor -> !actor.namespace().equals(ActorIds.DEFAULT_NAMESPACE));
        int length = idLength(actors);
        Table table = new Table(namespaces ? WITH_NAMESPACE : COLUMNS);
        for (ActorInfo actor : actors) {
            List<String> cells = new ArrayList<>(cells(actor, length, now));
            if (namespaces) {
                cells.add(1, actor.namespace());
            }
            table.add(cells, actor.error().map(error -> "error: " + error).stream().toList());
        }
        return Listing.of(actors, ActorInfo::id, table, "no actors");
    }

    /** Lists awake actors by what they do. */
    static Listing<ActorInfo> load(List<ActorInfo> actors) {
        int length = idLength(actors);
        Table table = new Table(LOAD);
        for (ActorInfo actor : actors) {
            List<String> cells = new ArrayList<>(names(actor, length));
            cells.addAll(actor.live().map(live -> List.of(Spans.spent(live.busyMicros()), String.valueOf(live.turns()),
                String.valueOf(live.errors()), String.valueOf(live.waiting()), String.valueOf(live.running())))
                .orElse(List.of("-", "-", "-", "-", "-")));
            table.add(cells);
        }
        return Listing.of(actors, ActorInfo::id, table, "no actor is awake");
    }

    /** Lists actors that are all in a new state now. */
    static Listing<ActorInfo> outcome(List<ActorInfo> actors, String state) {
        int length = idLength(actors);
        Table table = new Table(OUTCOMES);
        for (ActorInfo actor : actors) {
            List<String> cells = new ArrayList<>(names(actor, length));
            cells.add(state);
            table.add(cells);
        }
        return Listing.of(actors, ActorInfo::id, table, "no actors");
    }

    /** Returns a table of what tells actors apart. */
    static String names(List<ActorInfo> actors) {
        int length = idLength(actors);
        Table table = new Table(NAMES);
        actors.forEach(actor -> table.add(names(actor, length)));
        return table.render();
    }

    /** Returns a row that aligns with others of its kind. */
    static String line(ActorInfo actor, Instant now) {
        return Table.line(COLUMNS, cells(actor, SHORT_ID, now));
    }

    /** Returns everything about an actor. */
    static String all(ActorInfo actor, Instant now) {
        Fields fields = new Fields()
            .add("id", actor.id())
            .add("type", actor.type())
            .add("key", key(actor))
            .add("namespace", actor.namespace())
            .add("status", actor.status().toString())
            .add("generation", actor.generation())
            .add("created", Spans.point(actor.createdAt(), now))
            .add("started", actor.startedAt().map(at -> Spans.point(at, now)))
            .add("alarm", actor.alarm().map(at -> Spans.point(at, now)))
            .add("error", actor.error());
        actor.live().ifPresent(live -> add(fields, live));
        return fields.render();
    }

    private static void add(Fields fields, ActorInfo.Live live) {
        fields.add("instance", live.instance())
            .add("code", live.bundle())
            .add("connections", live.connections())
            .add("waiting", live.waiting())
            .add("running", live.running())
            .add("turns", live.turns())
            .add("errors", live.errors())
            .add("busy", Spans.spent(live.busyMicros()));
    }

    /** Returns a key as {@link ActorIds} takes it. */
    static String key(ActorInfo actor) {
        return String.join(",", actor.key());
    }

    private static List<String> cells(ActorInfo actor, int idLength, Instant now) {
        List<String> cells = new ArrayList<>(names(actor, idLength));
        cells.add(actor.status().toString());
        cells.add(String.valueOf(actor.generation()));
        cells.add(actor.live().map(live -> String.valueOf(live.connections())).orElse("-"));
        cells.add(Spans.of(Duration.between(actor.createdAt(), now)));
        return cells;
    }

    private static List<String> names(ActorInfo actor, int idLength) {
        return List.of(shortId(actor.id(), idLength), actor.type(), key(actor));
    }

    static String shortId(String id, int length) {
        return id.substring(0, Math.min(length, id.length()));
    }

    /** Returns how much of their ids tells these actors apart. */
    private static int idLength(List<ActorInfo> actors) {
        List<String> ids = actors.stream().map(ActorInfo::id).distinct().sorted().toList();
        int length = SHORT_ID;
        for (int i = 1; i < ids.size(); i++) {
            int same = 0;
            while (same < ids.get(i - 1).length() && ids.get(i - 1).charAt(same) == ids.get(i).charAt(same)) {
                same++;
            }
            length = Math.max(length, same + 1);
        }
        return length;
    }
}
