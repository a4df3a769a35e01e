package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Begins and ends transactions by statements, and does not want to be warned of that. */
@ActorType(value = "dbActorManualWarningsDisabled", warnOnManualTransactions = false)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbActorManualWarningsDisabled extends Actor<Void> {

    /** Does it, and prints the marker where whoever looks for warnings will look. */
    @Action
    public boolean manualTransactionCompatibility(String marker) {
        sql().execute("BEGIN");
        sql().query("SELECT 1");
        sql().execute("COMMIT");
        System.out.println(marker);
        return true;
    }
}
