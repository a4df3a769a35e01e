package rivet.runtime.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;

/** The calls of a connection: those that wait for it to be open, and those that wait for their answer. Used in the order of the connection. */
final class ConnectionCalls {

    private static final int MOST_WAITING = 1_000;

    private record Call(String action, List<Object> arguments, CompletableFuture<Object> output) {}

    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private final Map<Long, Call> sent = new LinkedHashMap<>();
    private long nextId; // goes on after a reconnect

    void add(String action, List<Object> arguments, CompletableFuture<Object> output) {
        if (waiting.size() >= MOST_WAITING) {
            output.completeExceptionally(ClientErrors.overloaded("calls", MOST_WAITING));
        } else {
            waiting.add(new Call(action, arguments, output));
        }
    }

    /** Sends what waits. */
    void send(Consumer<ToServer> out) {
        for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
            if (call.output.isDone()) {
                continue; // its caller has given up on it
            }
            long id = nextId++;
            sent.put(id, call);
            try {
                out.accept(new ToServer.ActionRequest(id, call.action, call.arguments));
            } catch (IllegalArgumentException e) { // a value that cannot be written
                sent.remove(id);
                call.output.completeExceptionally(e);
            }
        }
    }

    /** Takes an answer in; one that nobody waits for is dropped. */
    void answered(ToClient message) {
        switch (message) {
            case ToClient.ActionResponse response -> {
                Call call = sent.remove(response.id());
                if (call != null) {
                    call.output.complete(response.output());
                }
            }
            case ToClient.Error error when error.actionId().isPresent() -> {
                Call call = sent.remove(error.actionId().getAsLong());
                if (call != null) {
                    call.output.completeExceptionally(ClientErrors.of(error));
                }
            }
            case ToClient.Error error -> failSent(ClientErrors.of(error));
            case ToClient.Init _, ToClient.Event _ -> {
                // no answers
            }
        }
    }

    void failSent(RivetException why) {
        fail(sent.values(), why);
    }

    void failWaiting(RivetException why) {
        fail(waiting, why);
    }

    private static void fail(Collection<Call> calls, RivetException why) {
        List<Call> failed = new ArrayList<>(calls);
        calls.clear();
        failed.forEach(call -> call.output.completeExceptionally(why));
    }
}
