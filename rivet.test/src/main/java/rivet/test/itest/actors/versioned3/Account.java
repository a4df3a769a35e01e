package rivet.test.itest.actors.versioned3;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.Migrate;
import rivet.actor.Migrations;

/** Version 3: throws away all that there was, and then finds out. */
@ActorType(value = "itest.account", stateVersion = 3)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Account extends Actor<Map<String, Object>> {

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE payment (amount INTEGER NOT NULL)");
        migrations.step(2, "ALTER TABLE payment RENAME COLUMN amount TO cents", "UPDATE payment SET cents = 100 * cents");
        migrations.step(3, "DROP TABLE payment");
    }

    @Migrate(from = 2)
    Map<String, Object> forget(Map<String, Object> state) {
        state.clear();
        return state;
    }

    @Override
    protected void verify(int fromVersion) {
        throw new IllegalStateException("where is the money?");
    }

    @Override
    protected Map<String, Object> createState(Input input) {
        return Map.of();
    }

    /** Returns the version. */
    @Action
    public String report() {
        return "v3";
    }
}
