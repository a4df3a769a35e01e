package rivet.engine.actor;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.engine.directory.ActorRow;
import rivet.engine.directory.EscapedKey;
import rivet.spi.engine.ActorRecord;

/**
 * What is known of an actor at a moment.
 *
 * @param row as the directory has it or is about to; that it is to be destroyed only once no crash can undo it
 * @param status what it is doing
 */
public record Snapshot(ActorRow row, ActorRecord.Status status) {

    /** Makes the snapshot of an actor that nobody has in use. */
    static Snapshot resting(ActorRow row) {
        return new Snapshot(row, new Life(row).status());
    }

    /** Returns it in the words of the seam. */
    public ActorRecord record() {
        return new ActorRecord(row.id(), row.namespace(), row.name(), row.key().map(EscapedKey::segments).orElse(List.of()),
            row.generation(), status, Instant.ofEpochMilli(row.createTs()), time(row.startTs()), time(row.sleepTs()),
            time(row.destroyTs()), time(row.alarmTs()), row.error());
    }

    private static Optional<Instant> time(long ts) {
        return ts == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ts));
    }
}
