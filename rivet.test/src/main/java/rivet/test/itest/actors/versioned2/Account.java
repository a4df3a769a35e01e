package rivet.test.itest.actors.versioned2;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrate;
import rivet.actor.Migrations;

/** Version 2: cents in a class of another name, and a column of another name. */
@ActorType(value = "itest.account", stateVersion = 2)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Account extends Actor<Account.Money> {

    /** What is stored. */
    @ImmutableState
    public record Money(long cents, long payments) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE payment (amount INTEGER NOT NULL)");
        migrations.step(2, "ALTER TABLE payment RENAME COLUMN amount TO cents", "UPDATE payment SET cents = 100 * cents");
    }

    @Migrate(from = 1)
    Money cents(Map<String, Object> state) {
        return new Money(100 * ((Number) state.get("balance")).longValue(), sql().first(Long.class, "SELECT count(*) FROM payment").orElseThrow());
    }

    @Override
    protected void verify(int fromVersion) {
        if (state().cents() != sql().first(Long.class, "SELECT coalesce(sum(cents), 0) FROM payment").orElseThrow()) {
            throw new IllegalStateException("the payments do not add up");
        }
    }

    @Override
    protected Money createState(Input input) {
        return new Money(0, 0);
    }

    /** Pays in; returns the balance. */
    @Action
    public long pay(long cents) {
        sql().execute("INSERT INTO payment VALUES (?)", cents);
        updateState(s -> new Money(s.cents() + cents, s.payments() + 1));
        return state().cents();
    }

    /** Returns version, balance, number of payments. */
    @Action
    public String report() {
        return "v2 " + state().cents() + " in " + state().payments() + "/" + sql().first(Long.class, "SELECT count(cents) FROM payment").orElseThrow();
    }
}
