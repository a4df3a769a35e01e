package rivet.test.smoke;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;
import rivet.value.Undefined;

/** The {@code counter} of the smoke suite: counting, echoes of every kind of value, events and failures. */
@ActorType("counter")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Counter extends Actor<Counter.State> {

    /** The count, and what the actor was created with, null if with nothing. */
    @ImmutableState
    public record State(long count, Object input) {}

    /** Who the actor is. */
    public record Identity(String actorId, String name, List<String> key, String region) {}

    @Override
    protected State createState(Input input) {
        Object given = input.asOr(Object.class, null);
        long start = given instanceof Map<?, ?> map && map.get("start") instanceof Number n ? n.longValue() : 0;
        return new State(start, given);
    }

    /** Adds to the count, one if nothing is given, and tells {@code newCount}. */
    @Action
    public long increment(Long n) {
        long count = state().count() + (n == null ? 1 : n);
        updateState(s -> new State(count, s.input()));
        broadcast("newCount", count);
        return count;
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }

    /** Returns what the actor was created with, or null. */
    @Action
    public Object input() {
        return state().input();
    }

    /** Returns who the actor is. */
    @Action
    public Identity identity() {
        return new Identity(actorId(), name(), key(), region());
    }

    /** Returns its argument. */
    @Action
    public Object echo(Object value) {
        return value;
    }

    /** Returns its arguments. */
    @Action
    public List<Object> echoAll(Object... values) {
        return Arrays.asList(values);
    }

    /** Returns the number of its arguments. */
    @Action
    public int argCount(Object... values) {
        return values.length;
    }

    /** Returns no value. */
    @Action
    public void nothing() {}

    /** Tells an event. */
    @Action
    public boolean emit(String event, Object... args) {
        broadcast(event, args);
        return true;
    }

    /** Tells {@code many} with 0 to n-1. */
    @Action
    public int emitMany(int n) {
        for (int i = 0; i < n; i++) {
            broadcast("many", i);
        }
        return n;
    }

    /** Fails in the way named, or not at all. */
    @Action
    public String fail(String kind) {
        return switch (kind) {
            case "user" -> throw new UserError("user boom", "my_code", Map.of("a", 1, "list", List.of("x")));
            case "plain" -> throw new UserError("plain boom");
            case "internal" -> throw new IllegalStateException("secret detail");
            default -> "no failure";
        };
    }

    /** Returns the value after some milliseconds, while other actions go on. */
    @Action("wait")
    public Object waitFor(long ms, Object value) {
        sleep(Duration.ofMillis(ms));
        return value;
    }

    /** Returns what kind of value the argument is for JavaScript; none at all is {@code undefined} there. */
    @Action
    public String typeOf(Object... value) {
        return Values.typeOf(value.length == 0 ? Undefined.UNDEFINED : value[0]);
    }

    /** Returns a value by its name. */
    @Action
    public Object make(String kind) {
        return Values.make(kind);
    }

    /** Adds two numbers; an action in a group. */
    @Action("math.add")
    public double add(double a, double b) {
        return a + b;
    }
}
