package rivet.protocol.fuzz;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Messages that are records: makes any, of all kinds of a sealed type, and shows what is in one. */
public final class Records {

    private Records() {
    }

    /** Returns values of a record or of the records that a sealed type permits, with anything in them that every version can carry. */
    public static <T> Arbitrary<T> any(Class<T> type) {
        // with so many fields their edges alone would be all that is tried
        return any(type, Map.of()).map(type::cast).withoutEdgeCases();
    }

    private static Arbitrary<?> any(Type type, Map<String, Type> bindings) {
        return switch (type) {
            case TypeVariable<?> variable -> any(bindings.get(variable.getName()), bindings);
            case ParameterizedType generic -> generic(generic, bindings);
            case Class<?> plain -> plain(plain, bindings);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private static Arbitrary<?> generic(ParameterizedType type, Map<String, Type> bindings) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == Optional.class) {
            return any(arguments[0], bindings).optional().map(o -> o);
        }
        if (type.getRawType() == List.class) {
            return any(arguments[0], bindings).list().ofMaxSize(3);
        }
        if (type.getRawType() == Map.class) {
            return Arbitraries.maps(any(arguments[0], bindings), any(arguments[1], bindings)).ofMaxSize(3);
        }
        Class<?> raw = (Class<?>) type.getRawType();
        Map<String, Type> inner = new HashMap<>(bindings);
        for (int i = 0; i < arguments.length; i++) {
            inner.put(raw.getTypeParameters()[i].getName(), arguments[i]);
        }
        return plain(raw, inner);
    }

    private static Arbitrary<?> plain(Class<?> type, Map<String, Type> bindings) {
        if (type == String.class) {
            return texts();
        } else if (type == long.class || type == Long.class) {
            return Arbitraries.longs().between(0, 0xffff_ffffL);
        } else if (type == int.class || type == Integer.class) {
            return Arbitraries.integers().between(0, 0xffff);
        } else if (type == boolean.class || type == Boolean.class) {
            return Arbitraries.of(true, false);
        } else if (type == double.class) {
            return Arbitraries.doubles();
        } else if (type == byte[].class) {
            return Arbitraries.bytes().array(byte[].class).ofMaxSize(8);
        } else if (type == OptionalLong.class) {
            return Arbitraries.longs().between(0, 0xffff_ffffL).optional().map(o -> o.map(OptionalLong::of).orElse(OptionalLong.empty()));
        } else if (type == OptionalInt.class) {
            return Arbitraries.integers().between(0, 0xffff).optional().map(o -> o.map(OptionalInt::of).orElse(OptionalInt.empty()));
        } else if (type.isEnum()) {
            return Arbitraries.of(type.getEnumConstants());
        } else if (type.isRecord()) {
            return record(type, bindings);
        }
        List<Arbitrary<Object>> permitted = new ArrayList<>();
        for (Class<?> member : type.getPermittedSubclasses()) {
            permitted.add(plain(member, bindings).map(o -> o));
        }
        return Arbitraries.oneOf(permitted);
    }

    private static Arbitrary<Object> record(Class<?> type, Map<String, Type> bindings) {
        RecordComponent[] components = type.getRecordComponents();
        List<Arbitrary<Object>> fields = new ArrayList<>();
        for (RecordComponent component : components) {
            fields.add(any(component.getGenericType(), bindings).map(o -> o));
        }
        return Combinators.combine(fields).as(values -> create(type, values));
    }

    private static Object create(Class<?> type, List<Object> values) {
        try {
            Class<?>[] types = Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns texts of characters of all lengths in UTF-8, and of those that mean something to somebody. */
    public static Arbitrary<String> texts() {
        return Arbitraries.strings().withChars('a', 'Z', '0', ' ', '"', '\\', '/', '$', '.', '%', '\0', '\n', 'é', '漢', '\uFFFD').ofMaxLength(10);
    }

    /** Returns what is in a message, such that two of them can be compared. */
    public static Object tree(Object value) {
        return switch (value) {
            case byte[] bytes -> "bytes " + HexFormat.of().formatHex(bytes);
            case Optional<?> optional -> optional.isPresent() ? List.of(tree(optional.get())) : List.of();
            case List<?> list -> list.stream().map(Records::tree).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> tree = new LinkedHashMap<>();
                map.forEach((k, v) -> tree.put(k, tree(v)));
                yield tree;
            }
            case Record fields -> fields(fields);
            default -> value;
        };
    }

    private static Object fields(Record record) {
        Map<Object, Object> tree = new LinkedHashMap<>();
        tree.put("@", record.getClass().getSimpleName());
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            tree.put(component.getName(), tree(get(record, component)));
        }
        return tree;
    }

    /** Returns the value of a field. */
    public static Object get(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
