package rivet.test.driver;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** Ours, not of the driver suite: values of every kind, in and out. */
@ActorType("valueKinds")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ValueKinds extends Actor<ValueKinds.State> {

    /** What the actor was created with or told to keep. */
    @ImmutableState
    public record State(Object value) {}

    /** Values that have types of their own in Java. */
    public record Typed(BigInteger big, byte[] bytes, Instant at, Set<String> names, Map<String, Long> counts, double number, long whole, Boolean flag,
            List<Integer> list) {}

    @Override
    protected State createState(Input input) {
        return new State(input.asOr(Object.class, Undefined.UNDEFINED));
    }

    /** Returns its argument. */
    @Action
    public Object echo(Object value) {
        return value;
    }

    /** Returns its argument, mapped to Java and back. */
    @Action
    public Typed typed(Typed value) {
        return value;
    }

    /** Tells {@code told} with the arguments. */
    @Action
    public void tell(Object... values) {
        broadcast("told", values);
    }

    /** Returns a text that many times. */
    @Action
    public String repeat(String text, int times) {
        return text.repeat(times);
    }

    /** Keeps a value. */
    @Action
    public void keep(Object value) {
        setState(new State(value));
    }

    /** Returns what is kept. */
    @Action
    public Object kept() {
        return state().value();
    }

    /** Returns, as a text, what is kept. */
    @Action
    public String keptAs() {
        return describe(state().value());
    }

    /** Returns, as a text, what arrived. */
    @Action
    public String describe(Object... values) {
        return values.length == 0 ? "nothing" : Arrays.stream(values).map(ValueKinds::describe).collect(Collectors.joining(" "));
    }

    private static String describe(Object value) {
        return switch (value) {
            case null -> "null";
            case Undefined _ -> "undefined";
            case Boolean flag -> flag.toString();
            case BigInteger big -> big + "n";
            case Double number -> number == Math.rint(number) && Math.abs(number) < 1L << 53 ? Long.toString(number.longValue()) : number.toString();
            case Number number -> number.toString();
            case String text -> "'" + text + "'";
            case byte[] bytes -> "bytes " + HexFormat.of().formatHex(bytes);
            case ByteBuffer buffer -> "buffer " + hex(buffer);
            case TypedArray array -> array.kind() + " " + HexFormat.of().formatHex(array.bytes());
            case Instant at -> "date " + at.toEpochMilli();
            case Tagged tagged -> "tag " + tagged.tag() + " " + describe(tagged.value());
            case JsMap map -> map.entries().entrySet().stream().map(e -> describe(e.getKey()) + " => " + describe(e.getValue()))
                .collect(Collectors.joining(", ", "Map{", "}"));
            case Map<?, ?> object -> object.entrySet().stream().map(e -> e.getKey() + ": " + describe(e.getValue())).collect(Collectors.joining(", ", "{", "}"));
            case Set<?> set -> set.stream().map(ValueKinds::describe).collect(Collectors.joining(", ", "Set{", "}"));
            case List<?> list -> list.stream().map(ValueKinds::describe).collect(Collectors.joining(", ", "[", "]"));
            default -> value.getClass().getName();
        };
    }

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
