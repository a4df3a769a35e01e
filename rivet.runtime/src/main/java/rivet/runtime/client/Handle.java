package rivet.runtime.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import rivet.client.ActorConnection;
import rivet.client.ActorHandle;
import rivet.client.Fetch;
import rivet.client.Fetched;
import rivet.client.TypeRef;
import rivet.protocol.DecodeException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.protocol.value.JsonValues;
import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;
import rivet.value.Undefined;

/** Names an actor for a caller. */
final class Handle implements ActorHandle {

    private static final String POST = "POST";

    private final Caller caller;
    private final Transport transport;
    private final Target target;
    private final Optional<String> params;

    /**
     * Makes a handle.
     *
     * @param params JSON; empty for none
     */
    Handle(Caller caller, Transport transport, Target target, Optional<String> params) {
        this.caller = caller;
        this.transport = transport;
        this.target = target;
        this.params = params;
    }

    @Override
    public ActorHandle withParams(Object value) {
        return new Handle(caller, transport, target, Optional.of(JsonValues.write(caller.mapper().toPlain(value))));
    }

    @Override
    public String resolve() {
        return switch (target) {
            case Target.ById byId -> byId.actorId();
            case Target.ByKey key -> caller.await("resolve", Handles.look("look-up of " + key.type(), caller, () -> transport.resolve(key)));
        };
    }

    // ------------------------------------------------------------------ actions

    @Override
    public <T> T call(TypeRef<T> result, String action, Object... arguments) {
        return output(caller.await("call", sendCall(action, arguments)), result, action);
    }

    @Override
    public <T> CompletableFuture<T> callLater(TypeRef<T> result, String action, Object... arguments) {
        return sendCall(action, arguments).handleAsync((reply, failure) -> {
            if (failure != null) {
                throw ClientErrors.named(failure);
            }
            return output(reply, result, action);
        }, caller.threads());
    }

    private CompletableFuture<Reply> sendCall(String action, Object[] arguments) {
        List<Object> plain = plain(caller.mapper(), arguments);
        byte[] body = ClientProtocol.encode(encoding(), new HttpActionRequest(plain));
        return send("call of " + action, "/action/" + Percent.encode(action), body, new Resending(target, !action.equals("destroy"), false));
    }

    /** Maps arguments to plain values, on the thread of whoever gives them. */
    static List<Object> plain(ValueMapper mapper, Object[] arguments) {
        return Arrays.stream(arguments).map(mapper::toPlain).toList();
    }

    private <T> T output(Reply reply, TypeRef<T> type, String action) {
        try {
            return map(caller.mapper(), ClientProtocol.decodeActionResponse(encoding(), reply.body()).output(), type, "result of action " + action);
        } catch (DecodeException e) {
            throw ClientErrors.malformed(reply.status(), e);
        }
    }

    /** Maps a plain value to what the caller asked for. */
    static <T> T map(ValueMapper mapper, Object plain, TypeRef<T> type, String what) {
        return type.type() == Void.class ? null : mapper.fromPlain(plain, mapper.type(type.type()), what);
    }

    private Encoding encoding() {
        return transport.encoding();
    }

    // ------------------------------------------------------------------ queue

    @Override
    public void send(String queue, Object body) {
        caller.await("send", sendMessage(queue, body, false, OptionalLong.empty()));
    }

    @Override
    public <T> Completion<T> sendAndWait(TypeRef<T> response, String queue, Object body, Duration limit) {
        Reply reply = caller.await("sendAndWait", sendMessage(queue, body, true, OptionalLong.of(limit.toMillis())));
        try {
            HttpQueueSendResponse answer = ClientProtocol.decodeQueueSendResponse(encoding(), reply.body());
            if (answer.status().equals(HttpQueueSendResponse.TIMED_OUT)) {
                return new Completion<>(true, Optional.empty());
            }
            return new Completion<>(false, answer.response() == Undefined.UNDEFINED ? Optional.empty()
                : Optional.ofNullable(map(caller.mapper(), answer.response(), response, "response from queue " + queue)));
        } catch (DecodeException e) {
            throw ClientErrors.malformed(reply.status(), e);
        }
    }

    private CompletableFuture<Reply> sendMessage(String queue, Object body, boolean waits, OptionalLong timeoutMs) {
        HttpQueueSendRequest message = new HttpQueueSendRequest(caller.mapper().toPlain(body), Optional.of(queue), waits, timeoutMs);
        return send("message for " + queue, "/queue/" + Percent.encode(queue), ClientProtocol.encode(encoding(), message), new Resending(target, false, true));
    }

    // ------------------------------------------------------------------ raw requests, connections

    @Override
    public Fetched fetch(Fetch request) {
        Map<String, List<String>> headers = new HashMap<>();
        request.headers().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        Outgoing outgoing = new Outgoing(request.method(), "/request" + request.target(), headers, params, request.body(), true);
        Reply reply = caller.await("fetch", send("request " + request.method(), outgoing, new Resending(target, false, false)));
        return new Fetched(reply.status(), reply.headers(), reply.body());
    }

    @Override
    public ActorConnection connect() {
        return new LiveConnection(caller, transport, target, params).open();
    }

    private CompletableFuture<Reply> send(String what, String path, byte[] body, Resending resending) {
        return send(what, new Outgoing(POST, path, Map.of(), params, body, false), resending);
    }

    private CompletableFuture<Reply> send(String what, Outgoing request, Resending resending) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Transport by = transport;
        Time time = caller.time();
        Target to = target;
        // what departs must not know this handle: an answer can be long in coming, and the caller have ended
        caller.depart(what, reply, headers -> new Sending(by, time, to, with(request, headers), resending, reply).attempt());
        return reply;
    }

    private static Outgoing with(Outgoing request, Map<String, List<String>> more) {
        if (more.isEmpty()) {
            return request;
        }
        Map<String, List<String>> headers = new HashMap<>(request.headers());
        headers.putAll(more);
        return new Outgoing(request.method(), request.path(), headers, request.params(), request.body(), request.raw());
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
