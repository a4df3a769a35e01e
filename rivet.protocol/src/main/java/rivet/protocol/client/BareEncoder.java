package rivet.protocol.client;

import java.util.Optional;

import rivet.error.ActorSpecifier;
import rivet.protocol.bare.BareWriter;
import rivet.protocol.value.CborValues;
import rivet.value.Undefined;

/** Writes messages in BARE, in the newest version of the protocol (R-conn-39). */
final class BareEncoder {

    private BareEncoder() {
    }

    static byte[] encode(ToClient message) {
        BareWriter out = begin();
        switch (message) {
            case ToClient.Init init -> out.u8(BareSchema.INIT).str(init.actorId()).str(init.connectionId());
            case ToClient.Error error -> {
                out.u8(BareSchema.ERROR);
                error(out, error.group(), error.code(), error.message(), error.metadata());
                out.optionalUint(error.actionId()).optional(error.actor(), BareEncoder::actor);
            }
            case ToClient.ActionResponse response -> out.u8(BareSchema.ACTION_RESPONSE).uint(response.id())
                .data(CborValues.encode(response.output()));
            case ToClient.Event event -> out.u8(BareSchema.EVENT).str(event.name()).data(CborValues.encode(event.args()));
        }
        return out.toByteArray();
    }

    static byte[] encode(ToServer message) {
        BareWriter out = begin();
        switch (message) {
            case ToServer.ActionRequest request -> out.u8(BareSchema.ACTION_REQUEST).uint(request.id()).str(request.name())
                .data(CborValues.encode(request.args()));
            case ToServer.SubscriptionRequest request -> out.u8(BareSchema.SUBSCRIPTION_REQUEST).str(request.eventName())
                .bool(request.subscribe());
        }
        return out.toByteArray();
    }

    static byte[] encode(HttpMessage message) {
        BareWriter out = begin();
        switch (message) {
            case HttpActionRequest request -> out.data(CborValues.encode(request.args()));
            case HttpActionResponse response -> out.data(CborValues.encode(response.output()));
            case HttpQueueSendRequest request -> out.data(CborValues.encode(request.body())).optional(request.name(), BareWriter::str)
                .optional(Optional.of(request.waits()), BareWriter::bool).optionalU64(request.timeoutMs());
            case HttpQueueSendResponse response -> {
                boolean answered = response.response() != Undefined.UNDEFINED;
                out.str(response.status()).bool(answered);
                if (answered) {
                    out.data(CborValues.encode(response.response()));
                }
            }
            case HttpError error -> {
                error(out, error.group(), error.code(), error.message(), error.metadata());
                out.optional(error.actor(), BareEncoder::actor);
            }
        }
        return out.toByteArray();
    }

    private static BareWriter begin() {
        return new BareWriter().u16(BareSchema.VERSION);
    }

    private static void error(BareWriter out, String group, String code, String message, Optional<Object> metadata) {
        out.str(group).str(code).str(message).optional(metadata, (writer, value) -> writer.data(CborValues.encode(value)));
    }

    private static void actor(BareWriter out, ActorSpecifier actor) {
        out.str(actor.actorId()).uint(actor.generation()).optional(actor.key(), BareWriter::str);
    }
}
