package rivet.test.driver;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;
import rivet.error.RivetException;

/** Ours, not of the driver suite: every way in which an action can end. Each action first counts that it ran, in the state and beside it. */
@ActorType(value = "exits", actionTimeout = 1_000, sleepGracePeriod = 300)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Exits extends Actor<Exits.State> {

    /** How often each call ran, as far as that was kept. */
    @ImmutableState
    public record State(Map<String, Integer> runs) {}

    /** How often a call ran, as the state has it and in truth. */
    public record Runs(int kept, int seen) {}

    private final Tally tally;

    /** Makes an instance. */
    @Activate
    public Exits(@Reference Tally tally) {
        this.tally = tally;
    }

    @Override
    protected State createState(Input input) {
        return new State(Map.of());
    }

    private void begin(String call) {
        tally.add(call);
        updateState(s -> {
            Map<String, Integer> runs = new LinkedHashMap<>(s.runs());
            runs.merge(call, 1, Integer::sum);
            return new State(runs);
        });
    }

    /** Returns how often a call ran. */
    @Action
    public Runs runs(String call) {
        return new Runs(state().runs().getOrDefault(call, 0), tally.of(call));
    }

    /** Ends with a result. */
    @Action
    public String result(String call) {
        begin(call);
        return "done";
    }

    /** Ends with a user error. */
    @Action
    public void userError(String call) {
        begin(call);
        throw new UserError("on purpose", "planned");
    }

    /** Ends with an exception that no client may see. */
    @Action
    public void internalError(String call) {
        begin(call);
        throw new IllegalStateException("secret");
    }

    /** Ends with an error of any name. */
    @Action
    public void raise(String call, String group, String code) {
        begin(call);
        throw new RivetException(group, code, "raised");
    }

    /** Takes a number; anything else is an error before it begins. */
    @Action
    public long number(String call, long number) {
        begin(call);
        return number;
    }

    /** Waits, and ends early when it is interrupted. */
    @Action
    public String hang(String call, long ms) {
        begin(call);
        sleep(Duration.ofMillis(ms));
        return "waited";
    }

    /** Counts that it ran, waits, and counts it again. */
    @Action
    public String twoHalves(String call, long ms) {
        begin(call);
        sleep(Duration.ofMillis(ms));
        begin(call);
        return "both";
    }

    /** Computes, and does not heed interruption. */
    @Action
    public String spin(String call, long ms) {
        begin(call);
        for (long end = clock().millis() + ms; clock().millis() < end;) {
            Thread.onSpinWait();
        }
        return "computed";
    }

    /** Returns a text of that length. */
    @Action
    public String blob(String call, int length) {
        begin(call);
        return "x".repeat(length);
    }

    /** Asks for the end of the actor, then waits. */
    @Action
    public String destroySelf(String call, long ms) {
        begin(call);
        requestDestroy();
        sleep(Duration.ofMillis(ms));
        return "destroyed";
    }

    /** Asks for the end twice, which is once too often. */
    @Action
    public void destroyTwice(String call) {
        begin(call);
        requestDestroy();
        requestDestroy();
    }

    /** Asks for sleep, then waits. */
    @Action
    public String sleepSelf(String call, long ms) {
        begin(call);
        requestSleep();
        sleep(Duration.ofMillis(ms));
        return "slept";
    }
}
