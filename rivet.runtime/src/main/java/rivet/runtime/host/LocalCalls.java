package rivet.runtime.host;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.HttpActionRequest;
import rivet.runtime.client.ClientErrors;
import rivet.runtime.client.Outgoing;
import rivet.runtime.client.Percent;
import rivet.runtime.client.Reply;
import rivet.runtime.client.Target;
import rivet.runtime.client.Transport;
import rivet.runtime.peer.EngineTransport;
import rivet.spi.engine.Engine;

/** Calls actions of actors that are known by their ids, from inside this process, by the way that every client takes. */
final class LocalCalls {

    private final Transport transport;

    LocalCalls(Transport transport) {
        this.transport = transport;
    }

    /** Makes calls that an engine carries. */
    static LocalCalls by(Engine engine) {
        return new LocalCalls(new EngineTransport(engine, "")); // an id needs no namespace
    }

    /** Calls an action; arguments and result are plain values. */
    CompletionStage<Object> call(String actorId, String action, List<Object> arguments) {
        byte[] body = ClientProtocol.encode(transport.encoding(), new HttpActionRequest(arguments));
        return request(actorId, "POST", "/action/" + Percent.encode(action), body).thenCompose(this::result);
    }

    /** Makes the request that every actor that is awake answers, so that it is awake then, or the answer says why not. */
    CompletionStage<Reply> health(String actorId) {
        return request(actorId, "GET", "/health", new byte[0]);
    }

    /** Has an actor awake; fails with the reason if it cannot be. */
    CompletionStage<Void> wake(String actorId) {
        return health(actorId).thenCompose(reply -> ClientErrors.of(reply, transport.encoding()).map(CompletableFuture::<Void> failedStage)
            .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Reply> request(String actorId, String method, String path, byte[] body) {
        return transport.request(new Target.ById(actorId), new Outgoing(method, path, Map.of(), Optional.empty(), body, false));
    }

    private CompletionStage<Object> result(Reply reply) {
        Optional<RivetException> failure = ClientErrors.of(reply, transport.encoding());
        return failure.isPresent() ? CompletableFuture.failedStage(failure.get())
            : CompletableFuture.completedStage(ClientProtocol.decodeActionResponse(transport.encoding(), reply.body()).output());
    }
}
