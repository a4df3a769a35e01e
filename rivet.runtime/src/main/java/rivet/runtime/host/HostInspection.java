package rivet.runtime.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActionInfo;
import rivet.inspect.ActorCount;
import rivet.inspect.ActorFilter;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorPage;
import rivet.inspect.ActorSearch;
import rivet.inspect.Inspection;
import rivet.inspect.StateInfo;
import rivet.inspect.StuckTurn;
import rivet.inspect.TypeInfo;
import rivet.protocol.value.CborValues;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Failures;
import rivet.runtime.actor.Inspected;
import rivet.runtime.type.ActorDefinition;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.value.Persisted;
import rivet.spi.engine.ActorQuery;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.Engine;
import rivet.spi.storage.StorageException;
import rivet.value.Undefined;

/** Looks into a host and its engine. */
public final class HostInspection implements Inspection {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");
    private static final Duration READ_LIMIT = Duration.ofSeconds(5);

    private final Host host;

    /** Makes an inspection. */
    public HostInspection(Host host) {
        this.host = host;
    }

    private AttachedEngine attached() {
        return host.attached().orElseThrow(() -> ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }

    private Engine engine() {
        return attached().engine();
    }

    @Override
    public long changeCount() {
        return host.platform().changes().sum() + host.platform().factories().changes();
    }

    @Override
    public List<TypeInfo> types() {
        Factories factories = host.platform().factories();
        List<Cell> cells = host.attached().map(AttachedEngine::cells).orElse(List.of());
        List<TypeInfo> types = new ArrayList<>();
        factories.all().forEach((name, all) -> {
            List<Cell> awake = cells.stream().filter(cell -> cell.start().name().equals(name)).toList();
            List<String> actions = all.stream().findFirst().flatMap(FactoryGeneration::definition).map(ActorDefinition::actionNames).orElse(List.of());
            types.add(new TypeInfo(name, all.stream().map(factory -> info(factory, awake)).toList(), awake.size(), actions, factories.error(name)));
        });
        return types;
    }

    private static TypeInfo.FactoryInfo info(FactoryGeneration factory, List<Cell> awake) {
        long count = awake.stream().filter(cell -> cell.isOn(factory)).count();
        FactoryGeneration.Origin origin = factory.origin();
        return new TypeInfo.FactoryInfo(origin.bundle(), origin.version().toString(), origin.ranking(), origin.serviceId(), (int) count);
    }

    @Override
    public CompletionStage<List<ActorInfo>> actors(ActorFilter filter) {
        ActorQuery query = new ActorQuery(filter.namespace(), filter.type(), filter.idPrefix(), false, Optional.empty(), filter.limit());
        return engine().list(query).thenApply(page -> page.actors().stream().map(this::info).toList());
    }

    @Override
    public CompletionStage<ActorPage> search(ActorSearch search) {
        ActorQuery query = new ActorQuery(search.namespace(), search.type(), Optional.empty(), search.text(),
            search.condition().map(condition -> ActorQuery.Condition.valueOf(condition.name())), false, search.after(), search.limit());
        return engine().list(query).thenApply(page -> new ActorPage(page.actors().stream().map(this::info).toList(), page.next()));
    }

    @Override
    public CompletionStage<List<ActorCount>> counts() {
        return engine().tallies().thenApply(all -> all.stream()
            .map(tally -> new ActorCount(tally.namespace(), tally.name(), tally.all(), tally.awake(), tally.failed())).toList());
    }

    @Override
    public List<ActionInfo> actions(String type) {
        return host.platform().factories().best(type).map(FactoryGeneration::actions).orElse(List.of());
    }

    @Override
    public CompletionStage<Optional<ActorInfo>> actor(String id) {
        return engine().find(id).thenApply(found -> found.map(this::info));
    }

    @Override
    public CompletionStage<Optional<ActorInfo>> actor(String namespace, String type, List<String> key) {
        return engine().find(namespace, type, key).thenApply(found -> found.map(this::info));
    }

    private ActorInfo info(ActorRecord actor) {
        return info(host, actor);
    }

    static ActorInfo info(Host host, ActorRecord actor) {
        Optional<ActorInfo.Live> live = host.attached().flatMap(engine -> engine.cell(actor.actorId())).flatMap(Cell::live);
        return new ActorInfo(actor.actorId(), actor.namespace(), actor.name(), actor.key(), ActorInfo.Status.valueOf(actor.status().name()),
            actor.generation(), actor.createdAt(), actor.startedAt(), actor.alarm(), actor.error(), live);
    }

    @Override
    public List<ActorInfo> busiest(int limit) {
        record Busy(Cell cell, ActorInfo.Live live) {}
        List<Busy> awake = new ArrayList<>();
        host.attached().map(AttachedEngine::cells).orElse(List.of()).forEach(cell -> cell.live().ifPresent(live -> awake.add(new Busy(cell, live))));
        awake.sort(Comparator.comparingLong((Busy b) -> b.live.busyMicros()).reversed());
        return awake.stream().limit(limit).map(b -> new ActorInfo(b.cell.start().actorId(), b.cell.start().namespace(), b.cell.start().name(),
            b.cell.start().key(), ActorInfo.Status.RUNNING, b.cell.start().generation(), b.cell.begunAt(), Optional.of(b.cell.begunAt()), Optional.empty(),
            Optional.empty(), Optional.of(b.live))).toList();
    }

    @Override
    public List<StuckTurn> stuck() {
        return host.stuckTurns();
    }

    @Override
    public CompletionStage<ActorInfo> create(String namespace, String type, List<String> key, Object input) {
        audit.info("create {} {} in {}", type, key, namespace);
        byte[] encoded = input == Undefined.UNDEFINED ? new byte[0] : CborValues.encode(input);
        return engine().create(namespace, type, key, encoded, true).thenApply(this::info);
    }

    @Override
    public CompletionStage<Object> call(String id, String action, List<Object> arguments) {
        audit.info("call {} of actor {}", action, id);
        return LocalCalls.by(engine()).call(id, action, arguments);
    }

    @Override
    public CompletionStage<StateInfo> state(String id) {
        Optional<Cell> cell = attached().cell(id).filter(c -> c.live().isPresent());
        if (cell.isEmpty()) {
            return stored(id);
        }
        return cell.get().state().thenApply(plain -> new StateInfo(plain, true, true)).handle((info, error) -> {
            if (error == null) {
                return CompletableFuture.completedStage(info);
            }
            RivetException failure = Failures.of(error);
            if (failure.is(ErrorCode.ACTOR_STATE_NOT_ENABLED)) {
                return CompletableFuture.completedStage(new StateInfo(Undefined.UNDEFINED, false, true));
            }
            boolean between = failure.is(ErrorCode.ACTOR_STOPPING) || failure.is(ErrorCode.ACTOR_STARTING) || failure.is(ErrorCode.ACTOR_RESTARTING);
            return between ? stored(id) : CompletableFuture.<StateInfo> failedStage(failure);
        }).thenCompose(stage -> stage);
    }

    private CompletionStage<StateInfo> stored(String id) {
        return engine().find(id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.failedStage(ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", id));
            }
            return host.platform().store().readState(id, READ_LIMIT);
        }).handle((bytes, error) -> {
            if (error != null && Failures.unwrap(error) instanceof StorageException e && e.kind() == StorageException.Kind.NOT_FOUND) {
                return new StateInfo(Undefined.UNDEFINED, false, false); // it was never started
            }
            if (error != null) {
                throw Failures.of(error);
            }
            return bytes.isEmpty() ? new StateInfo(Undefined.UNDEFINED, false, false) : new StateInfo(Persisted.decode(bytes.get(), "state"), true, false);
        });
    }

    /** The answer to a request says that the actor is awake. */
    @Override
    public CompletionStage<ActorInspection> inspect(String id) {
        AttachedEngine engine = attached();
        return LocalCalls.by(engine.engine()).health(id).thenApply(reply -> engine.cell(id).filter(cell -> cell.live().isPresent())
            .map(cell -> new Inspected(cell, host.access())).orElseThrow(() -> ErrorCode.ACTOR_NOT_FOUND.error("resource", "instance", "id", id)));
    }

    @Override
    public CompletionStage<Void> sleep(String id) {
        audit.info("sleep actor {}", id);
        return engine().sleep(id);
    }

    @Override
    public CompletionStage<Void> reschedule(String id) {
        audit.info("reschedule actor {}", id);
        return engine().reschedule(id);
    }

    @Override
    public CompletionStage<Void> destroy(String id) {
        audit.info("destroy actor {}", id);
        return engine().destroy(id);
    }
}
