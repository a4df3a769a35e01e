package rivet.test.smoke;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** The {@code limits} of the smoke suite: too slow, too big. */
@ActorType(value = "limits", actionTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Limits extends Actor<Void> {

    /** Answers after some milliseconds. */
    @Action
    public String hang(long ms) {
        sleep(Duration.ofMillis(ms));
        return "done";
    }

    /** Returns a text of that length. */
    @Action
    public String blob(int n) {
        return "x".repeat(n);
    }

    /** Returns the length of a text. */
    @Action
    public int len(String text) {
        return text.length();
    }

    /** Tells {@code big} with a text of that length. */
    @Action
    public int emitBig(int n) {
        broadcast("big", "x".repeat(n));
        return n;
    }
}
