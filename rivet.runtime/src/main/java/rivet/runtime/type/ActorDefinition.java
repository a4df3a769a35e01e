package rivet.runtime.type;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JavaType;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.inspect.ActionInfo;
import rivet.runtime.migrate.StateMigrations;
import rivet.runtime.value.ValueMapper;

/** What reflection tells of an actor class: its state and its actions. */
public final class ActorDefinition {

    private final JavaType stateType;
    private final boolean immutableState;
    private final Map<String, ActionMethod> actions;
    private final Set<String> hooks = new HashSet<>();
    private final StateMigrations migrations;

    /**
     * Reads a class.
     *
     * @param stateVersion of the state that its code has
     * @throws IllegalArgumentException if it is not fit to be an actor; the message says why
     */
    public ActorDefinition(Class<?> actorClass, int stateVersion, ValueMapper mapper) {
        stateType = mapper.typeArgument(actorClass, Actor.class);
        immutableState = stateType.getRawClass().isAnnotationPresent(ImmutableState.class);
        Map<String, ActionMethod> found = new TreeMap<>();
        for (Class<?> type = actorClass; type != Actor.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                Action action = method.getAnnotation(Action.class);
                hooks.add(method.getName());
                if (action != null && !method.isBridge()) {
                    add(found, new ActionMethod(action.value().isEmpty() ? method.getName() : action.value(), checked(method), mapper), method, actorClass);
                }
            }
        }
        actions = Collections.unmodifiableMap(found);
        migrations = new StateMigrations(actorClass, stateVersion, mapper);
    }

    private static Method checked(Method method) {
        if (Modifier.isStatic(method.getModifiers())) {
            throw new IllegalArgumentException("action " + method + " must not be static");
        }
        if (isHook(method)) {
            throw new IllegalArgumentException("action " + method + " overrides a hook of Actor: give it another name, and the action that one by its annotation");
        }
        return method;
    }

    private static boolean isHook(Method method) {
        return Arrays.stream(Actor.class.getDeclaredMethods())
            .anyMatch(hook -> hook.getName().equals(method.getName()) && Arrays.equals(hook.getParameterTypes(), method.getParameterTypes()));
    }

    private static void add(Map<String, ActionMethod> found, ActionMethod action, Method method, Class<?> actorClass) {
        ActionMethod other = found.putIfAbsent(action.name(), action);
        // one in a subclass that overrides it comes first and wins
        if (other != null && method.getDeclaringClass() == actorClass) {
            throw new IllegalArgumentException(actorClass.getName() + " has two actions named " + action.name());
        }
    }

    /** Returns the type of the state. */
    public JavaType stateType() {
        return stateType;
    }

    /** Returns whether the actor has state. */
    public boolean hasState() {
        return stateType.getRawClass() != Void.class;
    }

    /** Returns whether states never change in place. */
    public boolean immutableState() {
        return immutableState;
    }

    /** Returns what leads older states to the version of this code. */
    public StateMigrations migrations() {
        return migrations;
    }

    /** Returns the action of a name. */
    public Optional<ActionMethod> action(String name) {
        return Optional.ofNullable(actions.get(name));
    }

    /** Returns whether the class may override a hook; if not, it need not be called. */
    public boolean overrides(String hook) {
        return hooks.contains(hook);
    }

    /** Returns the actions, by name. */
    List<ActionInfo> actions() {
        return actions.values().stream().map(ActionMethod::info).toList();
    }

    /** Returns the names of the actions, sorted. */
    public List<String> actionNames() {
        return List.copyOf(actions.keySet());
    }
}
