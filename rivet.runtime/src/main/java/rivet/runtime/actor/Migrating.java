package rivet.runtime.actor;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.TransactionOptions;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.migrate.StateMigrations;
import rivet.runtime.migrate.StateStep;
import rivet.runtime.sql.MigrationSteps;
import rivet.runtime.store.Rows;
import rivet.runtime.store.Snapshot;
import rivet.runtime.value.Persisted;

/**
 * What one start does about an actor that older code has stored: the steps for its tables and its state, the check of what came of them, and the record of the
 * versions, all in the turn of the start and so in one commit. Used by that turn.
 */
final class Migrating {

    private static final Logger log = LoggerFactory.getLogger(Migrating.class);

    /** It is the time of the hook that counts. */
    private static final TransactionOptions WITHOUT_AWAIT = TransactionOptions.DEFAULT.withTimeout(Duration.ofDays(1));

    /** A piece of the author's code. */
    private interface Code<T> {

        T run() throws Exception;
    }

    private final Instance running;
    private final StartTask task;
    private final Snapshot stored;
    private final int from;
    private final int to;
    private int tables;

    Migrating(Instance running, StartTask task, Snapshot stored) {
        this.running = running;
        this.task = task;
        this.stored = stored;
        from = Math.max(1, stored.stateVersion()); // what was stored before there were versions is the first
        to = running.code().options().stateVersion();
    }

    /**
     * Checks that the code can read the state, before anything happens.
     *
     * @throws RivetException {@code actor.state_version_newer}
     */
    void requireReadable() {
        if (from > to) {
            throw ErrorCode.ACTOR_STATE_VERSION_NEWER.error("stored", from, "known", to);
        }
    }

    /** Brings the author's tables up to date. */
    void tables() throws Exception {
        MigrationSteps steps = new MigrationSteps();
        Deadline.runIfThere(running, task, "onMigrate", running.code().options().hooks().onMigrate(), () -> {
            running.hooks().onMigrate(steps);
            steps.run(stored.migration(), running.sql());
        });
        tables = steps.last(stored.migration());
    }

    /** Gives the instance the stored state, as one of the version that its code has. */
    void load(byte[] bytes) throws Exception {
        if (from == to) {
            running.state().load(bytes);
            return;
        }
        StateMigrations migrations = running.definition().migrations();
        Object plain = Persisted.decode(bytes, "state");
        for (StateStep step : migrations.from(from)) {
            Object before = plain;
            plain = named(step.toString(), "onMigrate", () -> step.run(running.hooks().actor(), before));
        }
        Object last = plain;
        running.state().set(named("the reading of the new state", "onMigrate",
            () -> running.code().mapper().fromPlain(last, running.definition().stateType(), "migrated state")));
    }

    /** Has the author's code check what came of it, and records the versions. After the state was loaded. */
    void verified() throws Exception {
        boolean isNew = !stored.initialized();
        boolean migrated = from != to || tables != stored.migration();
        if (migrated && !isNew) {
            if (running.definition().overrides("verify")) {
                named("verify", "verify", () -> {
                    running.hooks().verify(from);
                    return null;
                });
            }
            running.saves().ifPresent(IntervalSaves::withRows); // state and versions are one commit
            running.probation().begin();
            log.info("actor {} ({}) is migrated: state version {} to {}, tables {} to {}", running.cell().specifier(), running.cell().typeName(), from, to,
                stored.migration(), tables);
        }
        if (migrated || isNew || stored.stateVersion() != to) {
            running.scope().row(Rows.code(to, tables));
        }
    }

    /** Runs code within the time of a hook, without await points; what it throws is the cause of the error that is thrown. */
    private <T> T named(String step, String hook, Code<T> code) throws Exception {
        AtomicReference<T> result = new AtomicReference<>();
        try {
            Deadline.run(running, task, hook, running.code().options().hooks().onMigrate(),
                () -> result.set(running.sql().<T, Exception> transaction(WITHOUT_AWAIT, code::run)));
        } catch (Exception e) {
            if (!running.alive()) {
                throw e;
            }
            log.error("actor {} ({}): {} failed", running.cell().specifier(), running.cell().typeName(), step, Failures.unwrap(e));
            throw running.definition().migrations().failed(from, step).withCause(e);
        }
        return result.get();
    }
}
