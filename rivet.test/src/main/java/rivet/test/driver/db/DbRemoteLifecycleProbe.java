package rivet.test.driver.db;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Has a database and does nothing with it. */
@ActorType(value = "dbRemoteLifecycleProbe", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbRemoteLifecycleProbe extends Actor<Void> {

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
