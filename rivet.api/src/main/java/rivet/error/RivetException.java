package rivet.error;

import java.util.Optional;

/**
 * A failure with a name: {@code group.code}, which is what callers decide by, a message for people and optional
 * metadata. An <em>exposed</em> error reaches a client as it is; any other keeps its group and code there, but loses
 * message and metadata (R-err-1).
 * <p>
 * Immutable: the {@code with} methods return a copy with the same stack trace and cause.
 */
public class RivetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String group;
    private final String code;
    private final boolean exposed;
    private final int status;
    private final transient Object metadata;
    private final transient ActorSpecifier actor;

    /**
     * Makes an error that is not in {@link ErrorCode the catalogue}; it is exposed.
     *
     * @param group names who speaks, for example {@code auth} or the application's own area
     * @param code names what went wrong within the group
     * @param message for people; reaches clients
     */
    public RivetException(String group, String code, String message) {
        this(group, code, message, true, 500, null, null, null);
    }

    RivetException(ErrorCode code, String message) {
        this(code.group(), code.code(), message, code.exposed(), code.status(), null, null, null);
    }

    /**
     * For subclasses, and for errors that were received from another process.
     *
     * @param metadata any value that can be encoded, or null for none
     * @param actor who raised it, or null if unknown
     * @param cause what led to it, or null
     */
    protected RivetException(String group, String code, String message, boolean exposed, int status, Object metadata,
            ActorSpecifier actor, Throwable cause) {
        super(message, cause);
        this.group = group;
        this.code = code;
        this.exposed = exposed;
        this.status = status;
        this.metadata = metadata;
        this.actor = actor;
    }

    /** Returns who speaks. */
    public final String group() {
        return group;
    }

    /** Returns what went wrong, a word within the group. */
    public final String code() {
        return code;
    }

    /** Returns whether this is the given error of the catalogue. */
    public final boolean is(ErrorCode other) {
        return other.group().equals(group) && other.code().equals(code);
    }

    /** Returns whether message and metadata may reach a client. */
    public final boolean exposed() {
        return exposed;
    }

    /** Returns the HTTP status of an answer that carries this error. */
    public final int status() {
        return status;
    }

    /** Returns what else there is to know: any value that can be encoded. */
    public final Optional<Object> metadata() {
        return Optional.ofNullable(metadata);
    }

    /** Returns which actor raised it. */
    public final Optional<ActorSpecifier> actor() {
        return Optional.ofNullable(actor);
    }

    /** Returns a copy with that metadata. */
    public final RivetException withMetadata(Object value) {
        return copy(exposed, value, actor, getCause());
    }

    /** Returns a copy with that cause. */
    public final RivetException withCause(Throwable cause) {
        return copy(exposed, metadata, actor, cause);
    }

    /** Returns a copy that names its actor, or this if one is named already: the source nearest to the failure wins. */
    public final RivetException withActor(ActorSpecifier specifier) {
        return actor == null ? copy(exposed, metadata, specifier, getCause()) : this;
    }

    private RivetException copy(boolean shown, Object data, ActorSpecifier specifier, Throwable cause) {
        RivetException copy = new RivetException(group, code, getMessage(), shown, status, data, specifier, cause);
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    @Override
    public String toString() {
        return "RivetException " + group + "." + code + ": " + getMessage()
            + (actor == null ? "" : " [actor " + actor + "]");
    }
}
