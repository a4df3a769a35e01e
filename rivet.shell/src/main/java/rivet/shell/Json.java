package rivet.shell;

/**
 * A value that an action returned. It prints as JSON; a script may hand it to another action, or ask it for its {@link #value}.
 *
 * @param value a plain value (see {@link rivet.value})
 */
public record Json(Object value) {}
