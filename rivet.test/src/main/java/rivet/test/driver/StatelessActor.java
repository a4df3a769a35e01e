package rivet.test.driver;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.error.RivetException;

/** Has neither state nor a database. */
@ActorType(value = "statelessActor", database = false)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class StatelessActor extends Actor<Void> {

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Returns its argument. */
    @Action
    public Object echo(Object value) {
        return value;
    }

    /** Returns the actor's id. */
    @Action
    public String getActorId() {
        return actorId();
    }

    /** Tells what happens when the state is used. */
    @Action
    public Map<String, Object> tryGetState() {
        return attempt(this::state);
    }

    /** Tells what happens when the database is used. */
    @Action
    public Map<String, Object> tryGetDb() {
        return attempt(this::sql);
    }

    private static Map<String, Object> attempt(Runnable use) {
        try {
            use.run();
            return Map.of("success", true);
        } catch (RivetException e) {
            return Map.of("success", false, "error", e.getMessage());
        }
    }
}
