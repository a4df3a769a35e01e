package rivet.runtime.store;

import java.time.Instant;
import java.util.Optional;

import rivet.spi.storage.Statement;

/** The statements that write the platform's own rows. */
public final class Rows {

    private Rows() {}

    /** Marks the actor as created and keeps its input. */
    public static Statement initialized(byte[] input) {
        return Statement.of("""
            INSERT INTO _rivet_actor (id, has_initialized, input) VALUES (1, 1, ?)
            ON CONFLICT (id) DO UPDATE SET has_initialized = 1, input = excluded.input""", input.length == 0 ? null : input);
    }

    /** Replaces the state. */
    public static Statement state(byte[] encoded) {
        return Statement.of("INSERT INTO _rivet_actor_state (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state", encoded);
    }

    /** Records that a step of the author's migrations is done. */
    public static Statement migration(int version) {
        return Statement.of("UPDATE _rivet_j_code SET migration = ? WHERE id = 1", version);
    }

    /** Sets when the actor is to be woken (R-run-10). */
    public static Statement runWake(Optional<Instant> at) {
        return Statement.of("UPDATE _rivet_runtime SET run_wake_at = ? WHERE id = 1", at.map(Instant::toEpochMilli).orElse(null));
    }

    /** Records which code the stored state and the author's tables fit. */
    public static Statement code(int stateVersion, int migration) {
        return Statement.of("UPDATE _rivet_j_code SET state_version = ?, migration = ? WHERE id = 1", stateVersion, migration);
    }
}
