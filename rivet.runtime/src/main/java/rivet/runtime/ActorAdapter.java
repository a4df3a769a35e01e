package rivet.runtime;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferenceScope;

import rivet.actor.Actor;
import rivet.actor.ActorFactory;
import rivet.runtime.host.FactoryTracking;

/** Adapts prototype-scoped actor services to factories, each with the options that its component declares. */
@Component(service = {}, immediate = true)
public final class ActorAdapter {

    private final BundleContext context;
    private final Map<ServiceReference<Actor<?>>, ServiceRegistration<ActorFactory>> adapted = new ConcurrentHashMap<>();

    @Activate
    public ActorAdapter(BundleContext context) {
        this.context = context;
    }

    @Reference(service = Actor.class, cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, scope = ReferenceScope.PROTOTYPE_REQUIRED,
        target = "(" + ActorFactory.TYPE + "=*)")
    void addActor(ServiceReference<Actor<?>> reference, ComponentServiceObjects<Actor<?>> instances) {
        adapted.put(reference, context.registerService(ActorFactory.class, new Prototypes(instances), properties(reference)));
    }

    void updatedActor(ServiceReference<Actor<?>> reference) {
        ServiceRegistration<ActorFactory> registration = adapted.get(reference);
        if (registration != null) {
            registration.setProperties(properties(reference));
        }
    }

    /** Returns when the runtime has let the instances go: after this, Declarative Services disposes of them. */
    void removeActor(ServiceReference<Actor<?>> reference) {
        ServiceRegistration<ActorFactory> registration = adapted.remove(reference);
        if (registration != null) {
            registration.unregister();
        }
    }

    private static Dictionary<String, Object> properties(ServiceReference<?> reference) {
        Dictionary<String, Object> properties = new Hashtable<>();
        for (String key : reference.getPropertyKeys()) {
            if (key.startsWith("rivet.") || key.equals(Constants.SERVICE_RANKING)) {
                properties.put(key, reference.getProperty(key));
            }
        }
        Bundle bundle = reference.getBundle();
        properties.put(FactoryTracking.ORIGIN_BUNDLE, bundle.getSymbolicName());
        properties.put(FactoryTracking.ORIGIN_VERSION, bundle.getVersion());
        return properties;
    }

    /** Makes instances by the component's prototype scope. */
    private record Prototypes(ComponentServiceObjects<Actor<?>> instances) implements ActorFactory {

        @Override
        public Actor<?> create() {
            return instances.getService();
        }

        @Override
        public void dispose(Actor<?> actor) {
            instances.ungetService(actor);
        }
    }
}
