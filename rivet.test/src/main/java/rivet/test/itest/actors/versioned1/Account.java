package rivet.test.itest.actors.versioned1;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;

/** The first version of a type: a balance, and a table of what was paid in. */
@ActorType(Account.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Account extends Actor<Account.Balance> {

    public static final String TYPE = "itest.account";

    /** What is stored. */
    @ImmutableState
    public record Balance(long balance) {}

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE payment (amount INTEGER NOT NULL)");
    }

    @Override
    protected Balance createState(Input input) {
        return new Balance(0);
    }

    /** Pays in; returns the balance. */
    @Action
    public long pay(long amount) {
        sql().execute("INSERT INTO payment VALUES (?)", amount);
        updateState(s -> new Balance(s.balance() + amount));
        return state().balance();
    }

    /** Returns version, balance, number of payments. */
    @Action
    public String report() {
        return "v1 " + state().balance() + " in " + sql().first(Long.class, "SELECT count(amount) FROM payment").orElseThrow();
    }
}
