package rivet.spi.engine;

import org.osgi.annotation.versioning.ProviderType;

/** The runtime, as an engine finds it. A service. */
@ProviderType
public interface ActorHost {

    /**
     * Lets an engine drive this runtime.
     *
     * @throws IllegalStateException if another engine is attached
     */
    Hosting attach(Engine engine);
}
