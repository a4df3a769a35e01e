package rivet.runtime.sql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import rivet.actor.Migrations;
import rivet.actor.TransactionOptions;
import rivet.error.ErrorCode;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.store.Rows;

/** The steps that an actor's code declares. */
public final class MigrationSteps implements Migrations {

    /** It is the time of the hook that counts. */
    private static final TransactionOptions STEP = TransactionOptions.DEFAULT.withTimeout(Duration.ofDays(1));

    private record Numbered(int version, Step code) {}

    private final List<Numbered> steps = new ArrayList<>();

    @Override
    public void step(int version, String... statements) {
        List<String> texts = List.of(statements);
        step(version, sql -> texts.forEach(sql::execute));
    }

    @Override
    public void step(int version, Step code) {
        int before = steps.isEmpty() ? 0 : steps.getLast().version;
        if (version <= before) {
            throw new IllegalArgumentException("migration step " + version + " comes after step " + before);
        }
        steps.add(new Numbered(version, code));
    }

    /**
     * Returns the last version.
     *
     * @param done what the database has behind it
     * @throws rivet.error.RivetException {@code protocol.invalid_persisted_data} if the database is ahead of the code
     */
    public int last(int done) {
        int last = steps.isEmpty() ? 0 : steps.getLast().version;
        if (done > last) {
            throw ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA.error("label", "migration", "reason",
                "the database is at step " + done + ", the code knows " + last);
        }
        return last;
    }

    /**
     * Runs the steps that a database does not have behind it, each as a savepoint with the record of it. If one fails, the caller undoes those before it with
     * everything else that the start did.
     *
     * @throws Exception what a step threw, or {@code protocol.invalid_persisted_data} if the database is ahead of the code
     */
    public void run(int done, ActorSql sql) throws Exception {
        last(done);
        for (Numbered step : steps) {
            if (step.version > done) {
                run(step, sql);
            }
        }
    }

    private static void run(Numbered step, ActorSql sql) throws Exception {
        sql.transactions().<Void, Exception> run(Kind.SQL, STEP, () -> {
            step.code.run(sql);
            sql.transactions().write(Rows.migration(step.version));
            return null;
        });
    }
}
