package rivet.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of an {@link Actor} that turns a stored state of one version into that of the next: {@code from} into {@code from + 1}. A start whose stored state
 * is older than {@link ActorType#stateVersion} runs the steps one after the other, after those of {@link Actor#onMigrate} and before all other hooks.
 * <p>
 * What crosses are encoded values, never objects of old classes, so classes may have been renamed, retyped or removed. The method has one parameter and
 * returns the new state, both of a type that the author chooses: {@code Map<String, Object>} is the state as a tree of plain values (see {@code rivet.value}; the map
 * may be changed and returned), a record can say what the state of an old version looked like, and the last step may return the state's own class.
 *
 * <pre>
 * &#64;Migrate(from = 1)
 * Map&lt;String, Object&gt; countIsTotal(Map&lt;String, Object&gt; state) {
 *     state.put("total", state.remove("count"));
 *     return state;
 * }
 * </pre>
 *
 * A step may use {@link Actor#sql()}, where the steps of {@link Actor#onMigrate} are behind it; not the state, which is not there yet. Each has the time of
 * {@code onMigrateTimeout}, and no await points. Tables, state and the record of their versions are one commit with what
 * {@link Actor#verify} and {@link Actor#onWake} change up to its first await point: what any of them throws undoes all of it, and the start fails with
 * {@code actor.migration_failed} where a step or {@code verify} threw.
 * <p>
 * The steps from the oldest one to {@code stateVersion} must be without a gap, and a type with a {@code stateVersion} above 1 has one for each version whose
 * states may still be stored. A type of which that is not so cannot be used, which the log and {@code rivet:types} say when its factory comes. Steps that
 * were released are never changed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Migrate {

    /** The version that the step begins with: 1 or more, below {@link ActorType#stateVersion}. */
    int from();
}
