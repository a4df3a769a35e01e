package rivet.client;

import java.util.Optional;

import rivet.value.Undefined;

/**
 * How an actor is created.
 *
 * @param input any value that Jackson can map; {@link Undefined#UNDEFINED} for none. The actor has it at every start
 * @param region where; empty for wherever the caller is
 */
public record CreateOptions(Object input, Optional<String> region) {

    /** Without input, in the caller's region. */
    public static final CreateOptions DEFAULT = new CreateOptions(Undefined.UNDEFINED, Optional.empty());

    /** Returns options with that input; null is JavaScript's null. */
    public CreateOptions withInput(Object value) {
        return new CreateOptions(value, region);
    }

    /** Returns options with that region. */
    public CreateOptions inRegion(String name) {
        return new CreateOptions(input, Optional.of(name));
    }
}
