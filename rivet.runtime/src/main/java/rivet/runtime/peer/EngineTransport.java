package rivet.runtime.peer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.protocol.client.Encoding;
import rivet.runtime.client.Outgoing;
import rivet.runtime.client.Reply;
import rivet.runtime.client.Target;
import rivet.runtime.client.Transport;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.Engine;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;

/**
 * Calls actors through the engine of this process: the messages are those of every other client, so that limits, hooks and errors are the same and nothing but bytes
 * crosses from the code of one bundle to that of another.
 */
public final class EngineTransport implements Transport {

    private static final int MOST = 64 << 20;

    private final Engine engine;
    private final String namespace;

    /** Makes a transport within a namespace. */
    public EngineTransport(Engine engine, String namespace) {
        this.engine = engine;
        this.namespace = namespace;
    }

    @Override
    public Encoding encoding() {
        return Encoding.BARE;
    }

    @Override
    public CompletionStage<Reply> request(Target target, Outgoing request) {
        return id(target).thenCompose(id -> engine.request(id, new Call(request.method(), request.path(), headers(request), HttpBody.of(request.body()))))
            .thenCompose(reply -> reply.body().bytes(MOST).thenApply(body -> new Reply(reply.status(), reply.headers(), body)));
    }

    private Map<String, List<String>> headers(Outgoing request) {
        Map<String, List<String>> headers = new HashMap<>(request.headers());
        if (!request.raw()) {
            headers.put("x-rivet-encoding", List.of(encoding().wireName()));
            headers.put("content-type", List.of(encoding().contentType()));
        }
        request.params().ifPresent(params -> headers.put("x-rivet-conn-params", List.of(params)));
        return headers;
    }

    private CompletionStage<String> id(Target target) {
        return switch (target) {
            case Target.ById byId -> CompletableFuture.completedStage(byId.actorId());
            case Target.ByKey key -> resolve(key);
        };
    }

    @Override
    public Link connect(Target target, Optional<String> params, Map<String, List<String>> headers, Listener listener) {
        EngineLink link = new EngineLink(listener);
        link.open(id(target), engine, params, headers);
        return link;
    }

    @Override
    public CompletionStage<String> resolve(Target.ByKey target) {
        return target.creates() ? make(target, true) : engine.find(namespace, target.type(), target.key()).thenApply(found -> found.map(ActorRecord::actorId)
            .orElseThrow(() -> ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", target.type() + " " + target.key())));
    }

    @Override
    public CompletionStage<String> create(Target.ByKey target) {
        return make(target, false);
    }

    private CompletionStage<String> make(Target.ByKey target, boolean orGet) {
        Optional<String> elsewhere = target.region().filter(region -> !region.equals(engine.region()));
        return elsewhere.isPresent() ? CompletableFuture.failedStage(ErrorCode.DATACENTER_NOT_FOUND.error("name", elsewhere.get()))
            : engine.create(namespace, target.type(), target.key(), target.input(), orGet).thenApply(ActorRecord::actorId);
    }

    private record Call(String method, String target, Map<String, List<String>> headers, HttpBody body) implements HttpCall {

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name)).map(List::getFirst);
        }
    }
}
