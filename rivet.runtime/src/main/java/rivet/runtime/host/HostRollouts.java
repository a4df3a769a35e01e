package rivet.runtime.host;

import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.inspect.Rollouts;
import rivet.inspect.TypeVersion;
import rivet.runtime.actor.Cell;
import rivet.runtime.rollout.RolloutBook;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.Hosting.TypeStatus;

/** The roll-outs of a host's types. */
public final class HostRollouts implements Rollouts {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");

    private final Host host;
    private final RolloutBook book;
    private final String user;

    /**
     * Makes it.
     *
     * @param book keeps what happens
     */
    public HostRollouts(Host host, RolloutBook book) {
        this(host, book, "operator");
    }

    private HostRollouts(Host host, RolloutBook book, String user) {
        this.host = host;
        this.book = book;
        this.user = user;
    }

    @Override
    public Rollouts by(String name) {
        return new HostRollouts(host, book, name);
    }

    @Override
    public List<RolloutEvent> history(String type) {
        List<RolloutEvent> history = book.history(type);
        if (history.isEmpty()) {
            known(type);
        }
        return history;
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
        long awake = cells.stream().filter(cell -> cell.isOn(factory)).count();
        FactoryGeneration.Origin origin = factory.origin();
        return new TypeVersion(factory.type(), origin.bundle(), origin.version().toString(), origin.ranking(), origin.serviceId(), factory.options().stateVersion(),
            (int) awake, factories.paused(factory));
    }

    @Override
    public Optional<Rollout> rollout(String type) {
        known(type);
        return host.rollouts().of(type);
    }

    @Override
    public Rollout rollOut(String type, String version, Pace pace) {
        Factories factories = known(type);
        FactoryGeneration target = factories.all().get(type).stream().filter(factory -> factory.origin().version().toString().equals(version)).findFirst()
            .orElseThrow(() -> ErrorCode.ROLLOUT_VERSION_NOT_FOUND.error("name", type, "version", version));
        audit.info("roll out {} of {}, {}", target.origin(), type, pace);
        return begin(target, pace, "version " + version + " was chosen");
    }

    private Rollout begin(FactoryGeneration target, Pace pace, String reason) {
        if (!host.platform().factories().prefer(target, reason)) {
            throw ErrorCode.ROLLOUT_VERSION_NOT_FOUND.error("name", target.type(), "version", target.origin().version().toString());
        }
        return host.rollouts().begin(target, pace, user);
    }

    @Override
    public Rollout pause(String type, String reason) {
        FactoryGeneration given = given(known(type), type);
        audit.info("pause the roll-out of {} of {}: {}", given.origin(), type, reason);
        if (!host.platform().factories().pause(given, reason)) {
            throw noOther(type);
        }
        book.note(Kind.PAUSED, given, user, reason);
        return host.rollouts().paused(given);
    }

    @Override
    public int resume(String type) {
        Factories factories = known(type);
        audit.info("resume roll-outs of {}", type);
        int ended = factories.resume(type);
        factories.best(type).ifPresent(best -> {
            book.note(Kind.RESUMED, best, user, ended == 1 ? "1 pause ended" : ended + " pauses ended");
            host.rollouts().begin(best, host.rollouts().pace(type).orElse(Pace.ALL_AT_ONCE), user);
        });
        return ended;
    }

    @Override
    public Rollout rollBack(String type) {
        Factories factories = known(type);
        FactoryGeneration newer = host.rollouts().target(type).orElseGet(() -> given(factories, type));
        FactoryGeneration older = factories.candidates(type).stream().filter(one -> newer.isBetterThan(one) && factories.paused(one).isEmpty()).findFirst()
            .orElseThrow(() -> noOther(type));
        audit.info("roll back {} of {} to {}", newer.origin(), type, older.origin());
        book.note(Kind.ROLLED_BACK, newer, user, "to " + older.origin());
        factories.pause(newer, "rolled back to " + older.origin());
        return begin(older, Pace.ALL_AT_ONCE, "rolled back to " + older.origin());
    }

    /** Returns the code that a start tries first. */
    private static FactoryGeneration given(Factories factories, String type) {
        return factories.candidates(type).stream().findFirst().orElseThrow(() -> noOther(type));
    }

    private static RivetException noOther(String type) {
        return ErrorCode.ROLLOUT_NO_OTHER_VERSION.error("name", type);
    }
}
