package rivet.runtime.type;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.osgi.framework.Version;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Actor;
import rivet.actor.ActorFactory;
import rivet.inspect.ActionInfo;
import rivet.runtime.value.ValueMapper;

/**
 * One factory of an actor type for as long as its service is there: the code of one bundle version. Everything that refers to classes of that
 * bundle hangs on it, so that the bundle's class loader is free when this is let go.
 */
public final class FactoryGeneration {

    /** Best first: highest bundle version, then highest ranking, then oldest service. */
    static final Comparator<FactoryGeneration> BEST_FIRST = Comparator.<FactoryGeneration, Version> comparing(f -> f.origin.version).reversed()
        .thenComparing(f -> f.origin.ranking, Comparator.reverseOrder())
        .thenComparing(f -> f.origin.serviceId);

    /**
     * Where a factory comes from.
     *
     * @param bundle symbolic name of its bundle
     * @param version version of its bundle
     * @param ranking service ranking
     * @param serviceId service id
     * @param location where the bundle was installed from; empty if that is not known
     * @param content digest of what is in the bundle; empty if that is not known. Code of the same name and version need not be the same code
     */
    public record Origin(String bundle, Version version, int ranking, long serviceId, String location, String content) {

        /** Makes one of which only so much is known. */
        public Origin(String bundle, Version version, int ranking, long serviceId) {
            this(bundle, version, ranking, serviceId, "", "");
        }

        @Override
        public String toString() {
            return bundle + " " + version;
        }
    }

    private static final Logger log = LoggerFactory.getLogger(FactoryGeneration.class);

    private final String type;
    private final Origin origin;
    private final ActorOptions options;
    private final ActorFactory factory;
    private final ValueMapper mapper = new ValueMapper();
    private final AtomicReference<ActorDefinition> definition = new AtomicReference<>();

    /** Makes a generation. */
    public FactoryGeneration(String type, Origin origin, ActorOptions options, ActorFactory factory) {
        this.type = type;
        this.origin = origin;
        this.options = options;
        this.factory = factory;
    }

    /** Returns the name of the actor type. */
    public String type() {
        return type;
    }

    /** Returns where it comes from. */
    public Origin origin() {
        return origin;
    }

    /** Returns whether a start prefers it to another one: for its version, then its ranking. */
    public boolean isBetterThan(FactoryGeneration other) {
        return BEST_FIRST.compare(this, other) < 0;
    }

    /** Returns the options of the type, as this factory has them. */
    public ActorOptions options() {
        return options;
    }

    /** Returns the mapper for values of its classes. */
    public ValueMapper mapper() {
        return mapper;
    }

    /** Returns the actions of its class, by name; none before it has made an instance. */
    public List<ActionInfo> actions() {
        return definition().map(ActorDefinition::actions).orElse(List.of());
    }

    /**
     * Makes an instance. Runs code of the author.
     *
     * @throws IllegalStateException if the factory makes none
     */
    public Actor<?> create() {
        Actor<?> actor = factory.create();
        if (actor == null) {
            throw new IllegalStateException("the factory of " + type + " (" + origin + ") made no instance: its component may be missing a reference");
        }
        return actor;
    }

    /** Returns whether its actors have a run handler; not known, and then false, before the first of them was made. */
    public boolean hasRunHandler() {
        ActorDefinition known = definition.get();
        return known != null && known.overrides("run");
    }

    /** Gives an instance back; what goes wrong is logged. */
    public void dispose(Actor<?> actor) {
        try {
            factory.dispose(actor);
        } catch (RuntimeException e) {
            log.warn("the factory of {} ({}) could not take an instance back", type, origin, e);
        }
    }

    /**
     * Returns what reflection tells of the instances' class, read when the first is made.
     *
     * @throws IllegalArgumentException if the class is not fit to be an actor
     */
    public ActorDefinition definition(Actor<?> actor) {
        return define(actor.getClass());
    }

    /**
     * Checks what can be known of the code before the first instance is made. Only a type with migrations is worth the loading of its class.
     *
     * @throws IllegalArgumentException if the class is not fit to be an actor
     */
    public void check() {
        if (options.stateVersion() > 1) {
            try {
                factory.actorClass().ifPresent(this::define);
            } catch (LinkageError e) {
                throw new IllegalArgumentException("its class cannot be read: " + e, e);
            }
        }
    }

    private ActorDefinition define(Class<?> actorClass) {
        ActorDefinition known = definition.get();
        if (known == null) {
            // two first instances may both read the class: they find the same
            known = new ActorDefinition(actorClass, options.stateVersion(), mapper);
            definition.set(known);
        }
        return known;
    }

    /** Returns the definition, if an instance has been made. */
    public Optional<ActorDefinition> definition() {
        return Optional.ofNullable(definition.get());
    }

    @Override
    public String toString() {
        return type + " from " + origin;
    }
}
