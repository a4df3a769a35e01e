package rivet.runtime.type;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import rivet.actor.Concurrency;
import rivet.actor.Durability;
import rivet.runtime.queue.Limits;

/**
 * The options of an actor type, see {@link rivet.actor.ActorType} for what each means. Read from the service properties of its factory.
 */
public record ActorOptions(Duration actionTimeout, Duration sleepTimeout, Duration sleepGracePeriod, boolean noSleep, Durability durability,
        Duration stateSaveInterval, Concurrency concurrency, boolean database, boolean warnOnManualTransactions, int stateVersion,
        HookLimits hooks, int maxIncomingMessageSize, int maxOutgoingMessageSize, Duration onRequestTimeout, QueueOptions queue, int maxSchedules,
        boolean runtimeSocket, boolean canHibernateWebSocket, Probation probation) {

    /**
     * How an actor is watched that has come to better code.
     *
     * @param calls for how many calls at most; 0 for not at all
     * @param time for how long at most
     * @param errors how many of them may fail with an error that the code did not mean to throw
     */
    public record Probation(int calls, Duration time, int errors) {}

    /**
     * What is said of the queue.
     *
     * @param names those that clients may send to
     */
    public record QueueOptions(Set<String> names, Limits limits) {}

    /** How long each hook may take that has a limit of its own. */
    public record HookLimits(Duration onMigrate, Duration createVars, Duration createState, Duration onCreate, Duration onWake, Duration onBeforeConnect,
            Duration createConnState, Duration onConnect) {}

    /** Prefix of the names of the service properties. */
    static final String PREFIX = "rivet.";

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException if one is not acceptable; the message names it (R-cfg-1)
     */
    public static ActorOptions of(Map<String, ?> properties) {
        Reader in = new Reader(properties);
        return new ActorOptions(in.millis("actionTimeout", 60_000), in.millis("sleepTimeout", 30_000), in.millis("sleepGracePeriod", 15_000),
            in.flag("noSleep", false), in.choice("durability", Durability.class, Durability.TURN), in.millis("stateSaveInterval", 1_000),
            in.choice("concurrency", Concurrency.class, Concurrency.INTERLEAVED), in.flag("database", true), in.flag("warnOnManualTransactions", true),
            (int) in.positive("stateVersion", 1, Integer.MAX_VALUE), hooks(in), (int) in.positive("maxIncomingMessageSize", 65_536, 32 << 20),
            (int) in.positive("maxOutgoingMessageSize", 1_048_576, 32 << 20), in.millisOr("onRequestTimeout", in.millis("actionTimeout", 60_000)), queue(in),
            (int) in.number("maxSchedules", 1_000, 0, Integer.MAX_VALUE), in.flag("runtimeSocket", false), in.flag("canHibernateWebSocket", false),
            new Probation((int) in.number("probationCalls", 20, 0, Integer.MAX_VALUE), in.millis("probationTime", 60_000),
                (int) in.number("probationErrors", 2, 0, Integer.MAX_VALUE)));
    }

    private static QueueOptions queue(Reader in) {
        return new QueueOptions(in.names("queues"), new Limits((int) in.positive("maxQueueSize", 1_000, Integer.MAX_VALUE),
            (int) in.positive("maxQueueMessageSize", 65_536, 32 << 20)));
    }

    private static HookLimits hooks(Reader in) {
        return new HookLimits(in.millis("onMigrateTimeout", 30_000), in.millis("createVarsTimeout", 5_000), in.millis("createStateTimeout", 5_000),
            in.millis("onCreateTimeout", 5_000), in.millis("onWakeTimeout", 30_000), in.millis("onBeforeConnectTimeout", 5_000),
            in.millis("createConnStateTimeout", 5_000), in.millis("onConnectTimeout", 5_000));
    }

    private record Reader(Map<String, ?> properties) {

        Duration millis(String name, long absent) {
            return Duration.ofMillis(positive(name, absent, Long.MAX_VALUE));
        }

        /** Reads one that may be 0, for another. */
        Duration millisOr(String name, Duration other) {
            Object value = properties.get(PREFIX + name);
            return value == null || value.toString().strip().equals("0") ? other : millis(name, 0);
        }

        long positive(String name, long absent, long most) {
            return number(name, absent, 1, most);
        }

        long number(String name, long absent, long least, long most) {
            Object value = properties.get(PREFIX + name);
            long number = switch (value) {
                case null -> absent;
                case Number n -> n.longValue();
                case String s when s.strip().matches("\\d{1,18}") -> Long.parseLong(s.strip());
                default -> -1;
            };
            if (number < least || number > most) {
                throw new IllegalArgumentException("option " + PREFIX + name + " must be a number from " + least + " to " + most + ", not " + value);
            }
            return number;
        }

        Set<String> names(String name) {
            Object value = properties.get(PREFIX + name);
            return switch (value) {
                case null -> Set.of();
                case String s -> Set.of(s);
                case String[] several -> Set.copyOf(Arrays.asList(several));
                case Collection<?> several -> several.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
                default -> throw new IllegalArgumentException("option " + PREFIX + name + " must be a list of names, not " + value);
            };
        }

        boolean flag(String name, boolean absent) {
            Object value = properties.get(PREFIX + name);
            return switch (value) {
                case null -> absent;
                case Boolean b -> b;
                case String s when s.strip().equalsIgnoreCase("true") -> true;
                case String s when s.strip().equalsIgnoreCase("false") -> false;
                default -> throw new IllegalArgumentException("option " + PREFIX + name + " must be true or false, not " + value);
            };
        }

        <E extends Enum<E>> E choice(String name, Class<E> type, E absent) {
            Object value = properties.get(PREFIX + name);
            if (value == null) {
                return absent;
            }
            try {
                return Enum.valueOf(type, value.toString().strip().toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("option " + PREFIX + name + " must be one of " + Arrays.toString(type.getEnumConstants())
                    + ", not " + value, e);
            }
        }
    }
}
