package rivet.runtime.client;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import rivet.client.ActorClient;
import rivet.client.ActorHandle;
import rivet.client.CreateOptions;
import rivet.protocol.value.CborValues;
import rivet.value.Undefined;

/** Makes handles for a caller. */
public final class Handles implements ActorClient {

    private static final byte[] NOTHING = {};

    private final Caller caller;
    private final Transport transport;

    /** Makes a client. */
    public Handles(Caller caller, Transport transport) {
        this.caller = caller;
        this.transport = transport;
    }

    @Override
    public ActorHandle get(String type, List<String> key) {
        return handle(new Target.ByKey(type, key, false, NOTHING, Optional.empty()));
    }

    @Override
    public ActorHandle getOrCreate(String type, List<String> key, CreateOptions options) {
        return handle(creating(type, key, options));
    }

    @Override
    public ActorHandle create(String type, List<String> key, CreateOptions options) {
        Target.ByKey wish = creating(type, key, options);
        return handle(new Target.ById(caller.await("create", look("creation of " + type, caller, () -> transport.create(wish)))));
    }

    @Override
    public ActorHandle getForId(String actorId) {
        return handle(new Target.ById(actorId));
    }

    private ActorHandle handle(Target target) {
        return new Handle(caller, transport, target, Optional.empty());
    }

    private Target.ByKey creating(String type, List<String> key, CreateOptions options) {
        Object input = caller.mapper().toPlain(options.input());
        return new Target.ByKey(type, key, true, input == Undefined.UNDEFINED ? NOTHING : CborValues.encode(input), options.region());
    }

    /** Asks for an id, once the caller may. */
    static CompletableFuture<String> look(String what, Caller caller, java.util.function.Supplier<CompletionStage<String>> question) {
        CompletableFuture<String> id = new CompletableFuture<>();
        caller.depart(what, id, headers -> question.get().whenComplete((found, failure) -> {
            if (failure == null) {
                id.complete(found);
            } else {
                id.completeExceptionally(ClientErrors.named(failure));
            }
        }));
        return id;
    }
}
