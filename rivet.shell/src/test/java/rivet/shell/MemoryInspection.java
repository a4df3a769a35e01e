package rivet.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import rivet.error.ErrorCode;
import rivet.inspect.ActionInfo;
import rivet.inspect.ActorCount;
import rivet.inspect.ActorFilter;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorPage;
import rivet.inspect.ActorSearch;
import rivet.inspect.ActorInfo.Status;
import rivet.inspect.Inspection;
import rivet.inspect.StateInfo;
import rivet.inspect.StuckTurn;
import rivet.inspect.TypeInfo;

/** A platform in memory: what it knows is what the test put in. Answers wait for two gates, open unless a test closes them. */
final class MemoryInspection implements Inspection {

    final List<TypeInfo> types = new ArrayList<>();
    final Map<String, ActorInfo> actors = new LinkedHashMap<>();
    final Map<String, StateInfo> states = new LinkedHashMap<>();
    final List<StuckTurn> stuck = new ArrayList<>();
    final List<String> commands = new ArrayList<>();
    final MemoryActor actor = new MemoryActor();
    CompletableFuture<Void> looking = CompletableFuture.completedFuture(null);
    CompletableFuture<Void> doing = CompletableFuture.completedFuture(null);
    BiFunction<String, List<Object>, Object> action = (name, arguments) -> arguments;
    ActorFilter filter;
    Object input;

    MemoryInspection add(ActorInfo actor) {
        actors.put(actor.id(), actor);
        return this;
    }

    @Override
    public long changeCount() {
        return commands.size();
    }

    @Override
    public List<TypeInfo> types() {
        return types;
    }

    @Override
    public CompletionStage<List<ActorInfo>> actors(ActorFilter wanted) {
        filter = wanted;
        return look(() -> actors.values().stream().filter(actor -> wanted.type().map(actor.type()::equals).orElse(true))
            .filter(actor -> wanted.namespace().map(actor.namespace()::equals).orElse(true))
            .filter(actor -> wanted.idPrefix().map(actor.id()::startsWith).orElse(true)).limit(wanted.limit()).toList());
    }

    @Override
    public CompletionStage<ActorPage> search(ActorSearch search) {
        return actors(new ActorFilter(search.type(), search.namespace(), search.text(), search.limit())).thenApply(found -> new ActorPage(found, Optional.empty()));
    }

    @Override
    public CompletionStage<List<ActorCount>> counts() {
        return CompletableFuture.completedStage(List.of());
    }

    @Override
    public List<ActionInfo> actions(String type) {
        return List.of();
    }

    @Override
    public CompletionStage<Void> reschedule(String id) {
        return sleep(id);
    }

    @Override
    public CompletionStage<Optional<ActorInfo>> actor(String id) {
        return look(() -> Optional.ofNullable(actors.get(id)));
    }

    @Override
    public CompletionStage<Optional<ActorInfo>> actor(String namespace, String type, List<String> key) {
        return look(() -> actors.values().stream().filter(a -> a.status() != Status.DESTROYED && a.namespace().equals(namespace)
            && a.type().equals(type) && a.key().equals(key)).findFirst());
    }

    @Override
    public List<ActorInfo> busiest(int limit) {
        return actors.values().stream().filter(actor -> actor.live().isPresent()).limit(limit).toList();
    }

    @Override
    public List<StuckTurn> stuck() {
        return stuck;
    }

    @Override
    public CompletionStage<ActorInfo> create(String namespace, String type, List<String> key, Object given) {
        input = given;
        return act(() -> {
            if (types.stream().noneMatch(info -> info.name().equals(type))) {
                throw ErrorCode.ACTOR_NOT_REGISTERED.error("name", type);
            }
            ActorInfo actor = Samples.sleeping(Samples.id("new"), namespace, type, key);
            add(actor);
            return actor;
        });
    }

    @Override
    public CompletionStage<Object> call(String id, String name, List<Object> arguments) {
        commands.add("call " + id + " " + name);
        return act(() -> action.apply(name, arguments));
    }

    @Override
    public CompletionStage<StateInfo> state(String id) {
        return look(() -> states.get(id));
    }

    @Override
    public CompletionStage<ActorInspection> inspect(String id) {
        return look(actor::inspection);
    }

    @Override
    public CompletionStage<Void> sleep(String id) {
        commands.add("sleep " + id);
        return act(() -> null);
    }

    @Override
    public CompletionStage<Void> destroy(String id) {
        commands.add("destroy " + id);
        return act(() -> {
            if (actors.remove(id).status() == Status.STOPPING) {
                throw ErrorCode.ACTOR_STORAGE_FAILED.error();
            }
            return null;
        });
    }

    private <T> CompletableFuture<T> look(Supplier<T> answer) {
        return looking.thenApply(open -> answer.get());
    }

    private <T> CompletableFuture<T> act(Supplier<T> answer) {
        return doing.thenApply(open -> answer.get());
    }
}
