package rivet.protocol.client;

import java.util.Optional;

import rivet.error.ActorSpecifier;
import rivet.protocol.codec.ObjectWriter;
import rivet.value.Undefined;

/**
 * Writes messages as objects, which JSON and CBOR have in common, straight to the bytes. The order of the fields is the original's: on
 * connections that of the protocol in CBOR and alphabetical in JSON (R-conn-37, R-conn-38), over HTTP alphabetical in both.
 */
final class ObjectMessages {

    private final ObjectWriter out;
    private final boolean json;

    ObjectMessages(ObjectWriter out, boolean json) {
        this.out = out;
        this.json = json;
    }

    void write(ToClient message) {
        switch (message) {
            case ToClient.Init init -> {
                begin("Init", 2);
                field("actorId", init.actorId());
                field("connectionId", init.connectionId());
            }
            case ToClient.ActionResponse response -> {
                begin("ActionResponse", 2);
                id("id", response.id());
                field("output", response.output());
            }
            case ToClient.Event event -> event(event);
            case ToClient.Error error -> error(error);
        }
        end();
    }

    void write(ToServer message) {
        switch (message) {
            case ToServer.ActionRequest request -> {
                begin("ActionRequest", 3);
                id("id", request.id());
                field("name", request.name());
                field("args", request.args());
            }
            case ToServer.SubscriptionRequest request -> {
                begin("SubscriptionRequest", 2);
                field("eventName", request.eventName());
                field("subscribe", request.subscribe());
            }
        }
        end();
    }

    void write(HttpMessage message) {
        switch (message) {
            case HttpActionRequest request -> {
                out.begin(1);
                field("args", request.args());
            }
            case HttpActionResponse response -> {
                out.begin(1);
                field("output", response.output());
            }
            case HttpQueueSendRequest request -> queueRequest(request);
            case HttpQueueSendResponse response -> queueResponse(response);
            case HttpError error -> httpError(error);
        }
        out.end();
    }

    private void event(ToClient.Event event) {
        begin("Event", 2);
        if (json) {
            field("args", event.args());
            field("name", event.name());
        } else {
            field("name", event.name());
            field("args", event.args());
        }
    }

    private void error(ToClient.Error error) {
        begin("Error", 4 + count(error.metadata()) + count(error.actor()));
        if (json) {
            actionId(error);
            error.actor().ifPresent(this::actorWithBigGeneration);
            field("code", error.code());
            field("group", error.group());
            field("message", error.message());
            error.metadata().ifPresent(metadata -> field("metadata", metadata));
        } else {
            field("group", error.group());
            field("code", error.code());
            field("message", error.message());
            error.metadata().ifPresent(metadata -> field("metadata", metadata));
            error.actor().ifPresent(this::actorWithBigGeneration);
            actionId(error);
        }
    }

    /** The field must be there for clients, even without an id (R-conn-37). */
    private void actionId(ToClient.Error error) {
        if (error.actionId().isPresent()) {
            id("actionId", error.actionId().getAsLong());
        } else {
            field("actionId", null);
        }
    }

    private void httpError(HttpError error) {
        out.begin(3 + count(error.metadata()) + count(error.actor()));
        error.actor().ifPresent(this::actor);
        field("code", error.code());
        field("group", error.group());
        field("message", error.message());
        error.metadata().ifPresent(metadata -> field("metadata", metadata));
    }

    private void queueRequest(HttpQueueSendRequest request) {
        out.begin(2 + count(request.name()) + (request.timeoutMs().isPresent() ? 1 : 0));
        field("body", request.body());
        request.name().ifPresent(name -> field("name", name));
        field("wait", request.waits());
        request.timeoutMs().ifPresent(timeout -> field("timeout", timeout));
    }

    private void queueResponse(HttpQueueSendResponse response) {
        boolean answered = response.response() != Undefined.UNDEFINED;
        out.begin(answered ? 2 : 1);
        if (answered) {
            field("response", response.response());
        }
        field("status", response.status());
    }

    private void actor(ActorSpecifier actor) {
        beginActor(actor);
        field("generation", actor.generation());
        endActor(actor);
    }

    /** On connections the generation is a bigint in CBOR (R-conn-38), but a number in JSON. */
    private void actorWithBigGeneration(ActorSpecifier actor) {
        beginActor(actor);
        if (json) {
            field("generation", actor.generation());
        } else {
            id("generation", actor.generation());
        }
        endActor(actor);
    }

    private void beginActor(ActorSpecifier actor) {
        out.name("actor");
        out.begin(2 + count(actor.key()));
        field("actorId", actor.actorId());
    }

    /** A client takes an actor whose key is null for garbage, so an absent one is left out. */
    private void endActor(ActorSpecifier actor) {
        actor.key().ifPresent(key -> field("key", key));
        out.end();
    }

    private void begin(String tag, int fields) {
        out.begin(1);
        out.name("body");
        out.begin(2);
        field("tag", tag);
        out.name("val");
        out.begin(fields);
    }

    private void end() {
        out.end();
        out.end();
        out.end();
    }

    private void field(String name, Object value) {
        out.name(name);
        out.value(value);
    }

    private void id(String name, long value) {
        out.name(name);
        out.bigint(value);
    }

    private static int count(Optional<?> value) {
        return value.isPresent() ? 1 : 0;
    }
}
