package rivet.runtime.actor;

import rivet.actor.Input;
import rivet.error.ErrorCode;
import rivet.runtime.value.Persisted;
import rivet.runtime.value.ValueMapper;
import rivet.value.Undefined;

/** The input of an actor, decoded when first asked for. */
final class CreationInput implements Input {

    private final ValueMapper mapper;
    private final Object plain;

    /**
     * Makes an input.
     *
     * @param encoded CBOR; empty for none
     */
    CreationInput(byte[] encoded, ValueMapper mapper) {
        this.mapper = mapper;
        plain = encoded.length == 0 ? Undefined.UNDEFINED : Persisted.decode(encoded, "input");
    }

    @Override
    public boolean isPresent() {
        return plain != Undefined.UNDEFINED;
    }

    @Override
    public <T> T as(Class<T> type) {
        if (!isPresent()) {
            throw ErrorCode.ACTOR_VALIDATION_ERROR.error("target", "input: there is none");
        }
        return mapper.fromPlain(plain, mapper.type(type), "input");
    }
}
