package rivet.protocol.client;

import rivet.protocol.DecodeException;

/** Makes messages of objects that were read from JSON or CBOR. */
final class ObjectDecoder {

    private ObjectDecoder() {
    }

    static ToClient toClient(Object message) {
        Fields body = body(message);
        Fields val = body.fields("val");
        return switch (body.text("tag")) {
            case "Init" -> new ToClient.Init(val.text("actorId"), val.text("connectionId"));
            case "Error" -> new ToClient.Error(val.text("group"), val.text("code"), val.text("message"), val.optional("metadata"),
                val.optionalUnsigned("actionId"), val.actor());
            case "ActionResponse" -> new ToClient.ActionResponse(val.unsigned("id"), val.required("output"));
            case "Event" -> new ToClient.Event(val.text("name"), Fields.arguments(val.required("args")));
            default -> throw unknown(body);
        };
    }

    static ToServer toServer(Object message) {
        Fields body = body(message);
        Fields val = body.fields("val");
        return switch (body.text("tag")) {
            case "ActionRequest" -> new ToServer.ActionRequest(val.unsigned("id"), val.text("name"), Fields.arguments(val.required("args")));
            case "SubscriptionRequest" -> new ToServer.SubscriptionRequest(val.text("eventName"), val.bool("subscribe"));
            default -> throw unknown(body);
        };
    }

    static HttpActionRequest actionRequest(Object body) {
        return new HttpActionRequest(Fields.arguments(Fields.of(body, "an action request").value("args")));
    }

    static HttpActionResponse actionResponse(Object body) {
        return new HttpActionResponse(Fields.of(body, "an action response").required("output"));
    }

    static HttpQueueSendRequest queueSendRequest(Object body) {
        Fields fields = Fields.of(body, "a queue request");
        boolean waits = fields.optional("wait").isPresent() && fields.bool("wait");
        return new HttpQueueSendRequest(fields.value("body"), fields.optionalText("name"), waits, fields.optionalMillis("timeout"));
    }

    static HttpQueueSendResponse queueSendResponse(Object body) {
        Fields fields = Fields.of(body, "a queue response");
        return new HttpQueueSendResponse(fields.text("status"), fields.value("response"));
    }

    static HttpError error(Object body) {
        Fields fields = Fields.of(body, "an error");
        return new HttpError(fields.text("group"), fields.text("code"), fields.text("message"), fields.optional("metadata"), fields.actor());
    }

    private static Fields body(Object message) {
        return Fields.of(message, "the message").fields("body");
    }

    private static DecodeException unknown(Fields body) {
        return new DecodeException("an unknown message: " + body.text("tag"));
    }
}
