package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;

import rivet.actor.Migrations;
import rivet.error.ErrorCode;
import rivet.spi.storage.Statement;

/** The steps that an actor's code declares. */
final class MigrationSteps implements Migrations {

    private record Step(int version, List<String> statements) {}

    private final List<Step> steps = new ArrayList<>();

    @Override
    public void step(int version, String... statements) {
        int before = steps.isEmpty() ? 0 : steps.getLast().version;
        if (version <= before) {
            throw new IllegalArgumentException("migration step " + version + " comes after step " + before);
        }
        steps.add(new Step(version, List.of(statements)));
    }

    /**
     * Runs the steps that a database does not have behind it, in the transaction of the turn.
     *
     * @return the last version
     * @throws rivet.error.RivetException if a step fails, or the database is ahead of the code
     */
    int run(int done, ActorSql sql) {
        int last = steps.isEmpty() ? 0 : steps.getLast().version;
        if (done > last) {
            throw ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA.error("label", "migration", "reason",
                "the database is at step " + done + ", the code knows " + last);
        }
        for (Step step : steps) {
            if (step.version > done) {
                step.statements.forEach(statement -> {
                    SqlGuard.check(statement);
                    sql.execute(Statement.of(statement), false);
                });
            }
        }
        return last;
    }
}
