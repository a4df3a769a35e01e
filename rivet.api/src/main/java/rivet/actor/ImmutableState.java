package rivet.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that instances of a state class never change after construction, so that only
 * {@link Actor#setState} and {@link Actor#updateState} make a turn dirty and nothing is compared after it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ImmutableState {}
