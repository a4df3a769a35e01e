package rivet.actor;

import rivet.error.RivetException;

/**
 * A failure of the application that its caller is meant to see: group {@code user}, message, code and metadata reach
 * the client as they are (R-act-14).
 */
public final class UserError extends RivetException {

    private static final long serialVersionUID = 1L;

    /** Makes an error with the code {@code user_error}. */
    public UserError(String message) {
        this(message, "user_error");
    }

    /** Makes an error with a code of its own. */
    public UserError(String message, String code) {
        super("user", code, message, true, 500, null, null, null);
    }

    /**
     * Makes an error with a code and metadata.
     *
     * @param metadata any value that Jackson can encode
     */
    public UserError(String message, String code, Object metadata) {
        super("user", code, message, true, 500, metadata, null, null);
    }
}
