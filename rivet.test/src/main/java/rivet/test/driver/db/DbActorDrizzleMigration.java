package rivet.test.driver.db;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Has its table from a list of migrations, as all actors here; named after the library that the original does it with. */
@ActorType("dbActorDrizzleMigration")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbActorDrizzleMigration extends TestRows<Void> {

    /** What was seen inside a transaction that was then undone, and what after it. */
    public record Seen(List<String> inside, List<String> after) {}

    /** Ends the transaction with what was seen in it. */
    private static final class Undo extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient List<String> seen;

        Undo(List<String> seen) {
            this.seen = seen;
        }
    }

    /** Returns whether the table is there. */
    @Action
    public boolean migrationCommitted() {
        return number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'test_data'") == 1;
    }

    /** Inserts a row in a transaction that comes to nothing. */
    @Action
    public Seen queryBuilderTransaction() {
        reset();
        try {
            sql().transaction(() -> {
                insert("query-builder", "");
                throw new Undo(values());
            });
            throw new IllegalStateException("not undone");
        } catch (Undo e) {
            return new Seen(e.seen, values());
        }
    }
}
