package rivet.protocol.client;

import java.util.Optional;
import java.util.OptionalLong;

import rivet.error.ActorSpecifier;
import rivet.protocol.DecodeException;
import rivet.protocol.bare.BareReader;
import rivet.protocol.value.CborValues;
import rivet.value.Undefined;

/** Reads messages in BARE, of all versions of the protocol (spec/wire.md 8). */
final class BareDecoder {

    private final BareReader in;
    private final int version;

    BareDecoder(byte[] bytes) {
        in = new BareReader(bytes);
        version = in.u16();
        if (version < 1 || version > BareSchema.VERSION) {
            throw in.malformed("an unknown version: " + version);
        }
    }

    ToClient toClient() {
        int tag = in.u8();
        return end(switch (tag) {
            case BareSchema.INIT -> init();
            case BareSchema.ERROR -> new ToClient.Error(in.str(), in.str(), in.str(), metadata(), in.optionalUint(), actor());
            case BareSchema.ACTION_RESPONSE -> new ToClient.ActionResponse(in.uint(), value());
            case BareSchema.EVENT -> new ToClient.Event(in.str(), Fields.arguments(value()));
            default -> throw in.malformed("an unknown message: " + tag);
        });
    }

    ToServer toServer() {
        int tag = in.u8();
        return end(switch (tag) {
            case BareSchema.ACTION_REQUEST -> new ToServer.ActionRequest(in.uint(), in.str(), Fields.arguments(value()));
            case BareSchema.SUBSCRIPTION_REQUEST -> new ToServer.SubscriptionRequest(in.str(), in.bool());
            default -> throw in.malformed("an unknown message: " + tag);
        });
    }

    HttpActionRequest actionRequest() {
        return end(new HttpActionRequest(Fields.arguments(value())));
    }

    HttpActionResponse actionResponse() {
        return end(new HttpActionResponse(value()));
    }

    HttpQueueSendRequest queueSendRequest() {
        needQueues();
        return end(new HttpQueueSendRequest(value(), in.optional(BareReader::str), in.optional(BareReader::bool).orElse(false),
            optionalMillis()));
    }

    HttpQueueSendResponse queueSendResponse() {
        needQueues();
        return end(new HttpQueueSendResponse(in.str(), in.bool() ? value() : Undefined.UNDEFINED));
    }

    HttpError error() {
        return end(new HttpError(in.str(), in.str(), in.str(), metadata(), actor()));
    }

    private ToClient.Init init() {
        ToClient.Init init = new ToClient.Init(in.str(), in.str());
        if (version <= BareSchema.WITH_CONNECTION_TOKEN) {
            in.str();
        }
        return init;
    }

    private Optional<Object> metadata() {
        Object metadata = in.bool() ? value() : null;
        return metadata == Undefined.UNDEFINED ? Optional.empty() : Optional.ofNullable(metadata);
    }

    private Optional<ActorSpecifier> actor() {
        if (version < BareSchema.WITH_ACTOR) {
            return Optional.empty();
        }
        return in.optional(actor -> new ActorSpecifier(actor.str(), Fields.saturated(actor.uint()), actor.optional(BareReader::str)));
    }

    private OptionalLong optionalMillis() {
        return in.bool() ? OptionalLong.of(Fields.saturated(in.u64())) : OptionalLong.empty();
    }

    private Object value() {
        return CborValues.decode(in.data());
    }

    private void needQueues() {
        if (version < BareSchema.WITH_QUEUES) {
            throw new DecodeException("version " + version + " has no queue messages");
        }
    }

    private <T> T end(T message) {
        in.end();
        return message;
    }
}
