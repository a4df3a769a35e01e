package rivet.client;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A type with its arguments, at run time: {@code new TypeRef<List<Message>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {

    /** Whatever comes, as a plain value. */
    public static final TypeRef<Object> PLAIN = of(Object.class);

    private final Type type;

    /** Takes the type from the subclass. */
    protected TypeRef() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType superclass)) {
            throw new IllegalStateException("a TypeRef needs a type argument: new TypeRef<List<String>>() {}");
        }
        type = superclass.getActualTypeArguments()[0];
    }

    private TypeRef(Type type) {
        this.type = type;
    }

    /** Returns the type of a class. */
    public static <T> TypeRef<T> of(Class<T> type) {
        return new OfClass<>(type);
    }

    /** Returns the type. */
    public final Type type() {
        return type;
    }

    @Override
    public final String toString() {
        return type.getTypeName();
    }

    private static final class OfClass<T> extends TypeRef<T> {

        OfClass(Class<T> type) {
            super(type);
        }
    }
}
