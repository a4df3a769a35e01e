package rivet.test.itest.actors.broken;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.UserError;

/** Does not start. */
@ActorType(Broken.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Broken extends Actor<Void> {

    public static final String TYPE = "itest.broken";

    /** What it fails with: its stack trace knows this class. */
    public static final class Fault extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Fault() {
            super("broken");
        }
    }

    @Override
    protected void onWake() {
        throw new UserError("broken", "broken").withCause(new Fault());
    }

    /** Nobody comes so far. */
    @Action
    public void get() {}
}
