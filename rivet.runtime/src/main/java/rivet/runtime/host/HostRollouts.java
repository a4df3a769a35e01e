package rivet.runtime.host;

import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.inspect.Rollouts;
import rivet.inspect.TypeVersion;
import rivet.runtime.actor.Cell;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.Hosting.TypeStatus;

/** The roll-outs of a host's types. */
public final class HostRollouts implements Rollouts {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");

    private final Host host;

    /** Makes it. */
    public HostRollouts(Host host) {
        this.host = host;
    }

    private Factories known(String type) {
        Factories factories = host.platform().factories();
        if (factories.status(type) == TypeStatus.UNKNOWN) {
            throw ErrorCode.ACTOR_NOT_REGISTERED.error("name", type);
        }
        return factories;
    }

    @Override
    public List<TypeVersion> versions(String type) {
        Factories factories = known(type);
        List<Cell> cells = host.attached().map(AttachedEngine::cells).orElse(List.of());
        return factories.all().getOrDefault(type, List.of()).stream().map(factory -> version(factories, factory, cells)).toList();
    }

    private static TypeVersion version(Factories factories, FactoryGeneration factory, List<Cell> cells) {
        long awake = cells.stream().filter(cell -> cell.code().isPresent() && cell.code().get() == factory).count();
        FactoryGeneration.Origin origin = factory.origin();
        return new TypeVersion(factory.type(), origin.bundle(), origin.version().toString(), origin.ranking(), origin.serviceId(), factory.options().stateVersion(),
            (int) awake, factories.paused(factory));
    }

    @Override
    public int resume(String type) {
        Factories factories = known(type);
        audit.info("resume roll-outs of {}", type);
        return factories.resume(type);
    }
}
