package rivet.runtime.migrate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import com.fasterxml.jackson.databind.JavaType;

import rivet.actor.Actor;
import rivet.actor.Migrate;
import rivet.runtime.value.ValueMapper;

/** A method that turns a state of one version into that of the next. */
public final class StateStep {

    private final int from;
    private final Method method;
    private final JavaType parameter;
    private final ValueMapper mapper;

    /**
     * Reads a method.
     *
     * @throws IllegalArgumentException if it does not take one value and return another
     */
    StateStep(Method method, ValueMapper mapper) {
        from = method.getAnnotation(Migrate.class).from();
        if (method.getParameterCount() != 1 || method.getReturnType() == void.class) {
            throw new IllegalArgumentException(method + " must take a state of version " + from + " and return one of version " + (from + 1));
        }
        this.method = method;
        this.mapper = mapper;
        parameter = mapper.type(method.getGenericParameterTypes()[0]);
        method.setAccessible(true); // neither the class nor the method need be public
    }

    int from() {
        return from;
    }

    Method method() {
        return method;
    }

    /**
     * Runs it.
     *
     * @return a plain value
     * @throws Exception what the method threw, or {@code actor.validation_error} if the state does not fit its parameter
     */
    public Object run(Actor<?> actor, Object plain) throws Exception {
        Object given = mapper.fromPlain(plain, parameter, this + "'s state");
        try {
            return mapper.toPlain(method.invoke(actor, given));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return "@Migrate(from = " + from + ") " + method.getName();
    }
}
