package rivet.runtime.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.inspect.Pace;
import rivet.inspect.RolloutEvent;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.storage.Statement;

/**
 * One event of a type's history as it is stored.
 *
 * @param seq orders the events of a type
 * @param content digest of the bundle
 */
record HistoryRow(long seq, String content, RolloutEvent event) {

    /** Makes an event of code. */
    static HistoryRow of(long seq, Instant at, RolloutEvent.Kind kind, FactoryGeneration code, String by, String reason, Optional<Pace> pace) {
        return of(seq, at, kind, code.type(), code.origin(), by, reason, pace);
    }

    static HistoryRow of(long seq, Instant at, RolloutEvent.Kind kind, String type, FactoryGeneration.Origin origin, String by, String reason, Optional<Pace> pace) {
        return new HistoryRow(seq, origin.content(), new RolloutEvent(type, at, kind, origin.bundle(), origin.version().toString(), origin.location(), by, reason, pace, 0, 0));
    }

    static HistoryRow read(Object[] row) {
        RolloutEvent event = new RolloutEvent((String) row[0], Instant.ofEpochMilli((Long) row[2]), RolloutEvent.Kind.valueOf((String) row[3]), (String) row[4],
            (String) row[5], (String) row[6], (String) row[8], (String) row[9], pace((String) row[10]), (Long) row[11], (Long) row[12]);
        return new HistoryRow((Long) row[1], (String) row[7], event);
    }

    /** Returns whether it is about that very code. */
    boolean isOf(FactoryGeneration.Origin origin) {
        return isOfName(origin) && content.equals(origin.content());
    }

    /** Returns whether it is about code of that name and version. */
    boolean isOfName(FactoryGeneration.Origin origin) {
        return event.bundle().equals(origin.bundle()) && event.version().equals(origin.version().toString());
    }

    /** Returns whether it tells that code came or went. */
    boolean isOfPresence() {
        return switch (event.kind()) {
            case CAME, GONE, REFUSED -> true;
            case BEGUN, PAUSED, RESUMED, ROLLED_BACK, DONE -> false;
        };
    }

    /** Returns the same with more actors moved, or not. */
    HistoryRow plus(long moved, long failed) {
        return new HistoryRow(seq, content, new RolloutEvent(event.type(), event.at(), event.kind(), event.bundle(), event.version(), event.location(), event.by(),
            event.reason(), event.pace(), event.moved() + moved, event.failed() + failed));
    }

    String key() {
        return "history/" + event.type() + "/" + seq;
    }

    Statement put() {
        return Statement.of("INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", event.type(), seq, event.at().toEpochMilli(), event.kind().name(),
            event.bundle(), event.version(), event.location(), content, event.by(), event.reason(), event.pace().map(HistoryRow::text).orElse(""), event.moved(),
            event.failed());
    }

    Statement delete() {
        return Statement.of("DELETE FROM history WHERE type = ? AND seq = ?", event.type(), seq);
    }

    private static String text(Pace pace) {
        return switch (pace) {
            case Pace.AllAtOnce all -> "all";
            case Pace.PerSecond rate -> String.valueOf(rate.actors());
            case Pace.WhenTheySleep sleep -> "sleep";
        };
    }

    private static Optional<Pace> pace(String text) {
        return switch (text) {
            case "" -> Optional.empty();
            case "all" -> Optional.of(Pace.ALL_AT_ONCE);
            case "sleep" -> Optional.of(Pace.WHEN_THEY_SLEEP);
            default -> Optional.of(new Pace.PerSecond(Double.parseDouble(text)));
        };
    }
}
