package rivet.runtime.host;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.Version;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.ActorFactory;
import rivet.runtime.rollout.RolloutBook;
import rivet.runtime.type.ActorOptions;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.type.FactoryGeneration.Origin;

/** Makes generations of the factory services that come and go. */
public final class FactoryTracking {

    /** Service property of an adapted factory: the bundle that the actors come from. */
    public static final String ORIGIN_BUNDLE = "rivet.origin.bundle";
    /** Service property of an adapted factory: that bundle's version. */
    public static final String ORIGIN_VERSION = "rivet.origin.version";
    /** Service property of an adapted factory: that bundle's id in the framework. */
    public static final String ORIGIN_ID = "rivet.origin.id";

    private static final Logger log = LoggerFactory.getLogger(FactoryTracking.class);

    /** What is known of a factory service. */
    private record Known(String type, Origin origin, Optional<FactoryGeneration> generation) {}

    private final Host host;
    private final Factories factories;
    private final RolloutBook book;
    private final LongFunction<Optional<Bundle>> bundles;
    private final BundleContent contents = new BundleContent();
    private final Map<ActorFactory, Known> known = new IdentityHashMap<>(); // guarded by this

    /**
     * Makes a tracking.
     *
     * @param book hears what comes and goes
     * @param bundles the bundles of the framework by their ids
     */
    public FactoryTracking(Host host, Factories factories, RolloutBook book, LongFunction<Optional<Bundle>> bundles) {
        this.book = book;
        this.bundles = bundles;
        this.host = host;
        this.factories = factories;
    }

    /** A factory service has come. What is wrong with it is logged and shown with its type. */
    public void add(ActorFactory factory, ServiceReference<ActorFactory> reference) {
        Map<String, Object> properties = properties(reference);
        Origin origin = origin(reference, properties);
        if (!(properties.get(ActorFactory.TYPE) instanceof String type) || type.isEmpty() || type.length() > 64) {
            log.error("a factory of {} has no acceptable name of an actor type in its property {}: {}", origin, ActorFactory.TYPE,
                properties.get(ActorFactory.TYPE));
            return;
        }
        Known entry;
        try {
            FactoryGeneration generation = new FactoryGeneration(type, origin, ActorOptions.of(properties), factory);
            generation.check();
            entry = new Known(type, origin, Optional.of(generation));
        } catch (IllegalArgumentException e) {
            log.error("actor type {} of {} cannot be used: {}", type, origin, e.getMessage());
            entry = new Known(type, origin, Optional.empty());
            factories.addBroken(type, origin, e.getMessage());
            book.refused(type, origin, e.getMessage());
        }
        synchronized (this) {
            known.put(factory, entry);
        }
        entry.generation.ifPresent(generation -> {
            log.info("actor type {} from {}", type, origin);
            book.came(type, origin);
            factories.add(generation);
        });
    }

    /** A factory service goes; returns when the instances that it made have been let go. */
    public void remove(ActorFactory factory) {
        Known entry;
        synchronized (this) {
            entry = known.remove(factory);
        }
        if (entry == null) {
            return;
        }
        book.went(entry.type, entry.origin);
        if (entry.generation.isEmpty()) {
            factories.removeBroken(entry.type, entry.origin);
            return;
        }
        log.info("actor type {} from {} goes", entry.type, entry.origin);
        host.factoryRemoved(entry.generation.get());
    }

    private static Map<String, Object> properties(ServiceReference<?> reference) {
        Map<String, Object> properties = new HashMap<>();
        for (String key : reference.getPropertyKeys()) {
            properties.put(key, reference.getProperty(key));
        }
        return properties;
    }

    private Origin origin(ServiceReference<?> reference, Map<String, Object> properties) {
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer n ? n : 0;
        long id = (Long) properties.get(Constants.SERVICE_ID);
        if (properties.get(ORIGIN_BUNDLE) instanceof String bundle && properties.get(ORIGIN_VERSION) instanceof Version version) {
            Optional<Bundle> found = properties.get(ORIGIN_ID) instanceof Long number ? bundles.apply(number) : Optional.empty();
            return new Origin(bundle, version, ranking, id, found.map(Bundle::getLocation).orElse(""), found.map(contents::digest).orElse(""));
        }
        Bundle bundle = reference.getBundle();
        return new Origin(bundle.getSymbolicName(), bundle.getVersion(), ranking, id, bundle.getLocation(), contents.digest(bundle));
    }
}
