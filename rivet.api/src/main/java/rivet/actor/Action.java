package rivet.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of an {@link Actor} that clients and other actors may call.
 * <p>
 * Arguments and result are mapped with Jackson; a parameter or result of type {@code Object} carries a plain value (see
 * {@link rivet.value}). A missing argument is null, or the default of a primitive type, or an empty {@code Optional}, or
 * absent from a trailing varargs parameter; surplus arguments are ignored, as JavaScript does; an argument that does not fit its parameter
 * fails the call with {@code actor.validation_error}. A {@code void} method answers {@code undefined}. What the method
 * throws becomes the error reply: a {@link rivet.error.RivetException} such as {@link UserError} as it is, anything
 * else as a masked internal error (R-act-14).
 * <p>
 * An action whose name is taken by a method of {@link Actor}, such as {@code log} or {@code key}, needs a name here and
 * another for the method.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Action {

    /** Name on the wire if it is not the method's own; dots group actions, as in {@code math.add} (R-act-12). */
    String value() default "";
}
