package rivet.runtime;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.ComponentConstants;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferenceScope;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Actor;
import rivet.actor.ActorFactory;
import rivet.runtime.host.FactoryTracking;

/** Adapts prototype-scoped actor services to factories, each with the options that its component declares. */
@Component(service = {}, immediate = true)
public final class ActorAdapter {

    private static final Logger log = LoggerFactory.getLogger(ActorAdapter.class);

    private final BundleContext context;
    private final ServiceComponentRuntime components;
    private final Map<ServiceReference<Actor<?>>, ServiceRegistration<ActorFactory>> adapted = new ConcurrentHashMap<>();

    @Activate
    public ActorAdapter(BundleContext context, @Reference ServiceComponentRuntime components) {
        this.context = context;
        this.components = components;
    }

    @Reference(service = Actor.class, cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, scope = ReferenceScope.PROTOTYPE_REQUIRED,
        target = "(" + ActorFactory.TYPE + "=*)")
    void addActor(ServiceReference<Actor<?>> reference, ComponentServiceObjects<Actor<?>> instances) {
        adapted.put(reference, context.registerService(ActorFactory.class, new Prototypes(instances, () -> actorClass(reference)), properties(reference)));
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

    /** Returns the class of a component. Loading it is all that happens: no instance is made while its service is still being registered. */
    private Optional<Class<?>> actorClass(ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        ComponentDescriptionDTO component = components.getComponentDescriptionDTO(bundle, String.valueOf(reference.getProperty(ComponentConstants.COMPONENT_NAME)));
        if (component == null) {
            return Optional.empty(); // not a component, or gone again
        }
        try {
            return Optional.of(bundle.loadClass(component.implementationClass));
        } catch (ClassNotFoundException | LinkageError e) {
            log.warn("class {} of bundle {} cannot be loaded", component.implementationClass, bundle, e);
            return Optional.empty();
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
        properties.put(FactoryTracking.ORIGIN_ID, bundle.getBundleId());
        return properties;
    }

    /** Makes instances by the component's prototype scope. */
    private record Prototypes(ComponentServiceObjects<Actor<?>> instances, Supplier<Optional<Class<?>>> type) implements ActorFactory {

        @Override
        public Optional<Class<?>> actorClass() {
            return type.get();
        }

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
