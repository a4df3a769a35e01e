package rivet.runtime.type;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JavaType;

import rivet.actor.Actor;
import rivet.actor.FireInfo;
import rivet.inspect.ActionInfo;
import rivet.runtime.value.TypeSchema;
import rivet.runtime.value.ValueMapper;
import rivet.value.Undefined;

/** A method that clients may call by its name on the wire. */
public final class ActionMethod {

    private final String name;
    private final Method method;
    private final List<JavaType> parameters;
    private final boolean varargs;
    private final ValueMapper mapper;

    ActionMethod(String name, Method method, ValueMapper mapper) {
        this.name = name;
        this.method = method;
        this.mapper = mapper;
        this.varargs = method.isVarArgs();
        List<JavaType> types = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            types.add(mapper.type(parameter.getParameterizedType()));
        }
        parameters = List.copyOf(types);
        method.setAccessible(true); // the class itself need not be public
    }

    /** Returns the name on the wire. */
    public String name() {
        return name;
    }

    /** Returns what a form that calls it has to know. */
    ActionInfo info() {
        List<ActionInfo.Parameter> infos = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            boolean rest = varargs && i == parameters.size() - 1;
            JavaType type = rest ? parameters.get(i).getContentType() : parameters.get(i);
            infos.add(new ActionInfo.Parameter(method.getParameters()[i].getName(), TypeSchema.name(type), mapper.schema(type), rest));
        }
        return new ActionInfo(name, infos);
    }

    /**
     * Calls the method.
     *
     * @param arguments plain values
     * @return what the method returned; undefined from one that returns nothing
     * @throws Exception what the method threw, or {@code actor.validation_error} if the arguments do not fit
     */
    public Object call(Actor<?> actor, List<Object> arguments) throws Exception {
        Object[] typed = new Object[parameters.size()];
        int fixed = varargs ? typed.length - 1 : typed.length;
        for (int i = 0; i < fixed; i++) {
            typed[i] = argument(i < arguments.size() ? arguments.get(i) : Undefined.UNDEFINED, i);
        }
        if (varargs) {
            List<Object> rest = arguments.size() > fixed ? new ArrayList<>(arguments.subList(fixed, arguments.size())) : new ArrayList<>();
            rest.replaceAll(argument -> argument instanceof FireInfo info ? plain(info) : argument);
            typed[fixed] = parameters.get(fixed).getRawClass() == Object[].class ? rest.toArray() : argument(rest, fixed);
        }
        Object result;
        try {
            result = method.invoke(actor, typed);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
        return method.getReturnType() == void.class ? Undefined.UNDEFINED : result;
    }

    private Object argument(Object plain, int index) {
        if (plain instanceof FireInfo info) {
            return parameters.get(index).getRawClass() == FireInfo.class ? info : argument(plain(info), index);
        }
        return mapper.fromPlain(plain, parameters.get(index), "argument " + (index + 1) + " of action " + name);
    }

    private static Map<String, Object> plain(FireInfo info) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("kind", info.kind().name().toLowerCase(Locale.ROOT));
        plain.put("id", info.id());
        info.name().ifPresent(name -> plain.put("name", name));
        plain.put("scheduledAt", info.scheduledAt().toEpochMilli());
        plain.put("firedAt", info.firedAt().toEpochMilli());
        plain.put("attempt", info.attempt());
        return plain;
    }
}
