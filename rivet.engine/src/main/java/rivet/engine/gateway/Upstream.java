package rivet.engine.gateway;

import java.util.concurrent.atomic.AtomicReference;

import org.osgi.service.component.annotations.Component;

import rivet.engine.actor.Actors;
import rivet.engine.api.Api;
import rivet.engine.web.Access;

/**
 * What the public port leads to, as long as it is there. The port comes first and goes last, so that clients find somebody who tells them
 * to come back.
 */
@Component(service = Upstream.class)
public final class Upstream {

    /**
     * An engine that is up.
     *
     * @param actors its actors
     * @param api its API
     * @param access who may reach them
     */
    public record Service(Actors actors, Api api, Access access) {}

    private final AtomicReference<Service> service = new AtomicReference<>();
    private final AtomicReference<Runnable> gone = new AtomicReference<>(() -> {
        // nobody listens
    });

    /** An engine is up. */
    public void up(Service one) {
        service.set(one);
    }

    /** An engine takes no more work; without effect if another one is up. */
    public void down(Service one) {
        service.compareAndSet(one, null);
    }

    /** An engine is gone, and with it the actors' ends of all WebSockets. */
    public void gone() {
        gone.get().run();
    }

    /** Has somebody told when an engine is gone. */
    void onGone(Runnable listener) {
        gone.set(listener);
    }

    /** Returns the engine, or null while there is none. */
    Service get() {
        return service.get();
    }
}
