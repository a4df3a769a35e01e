package rivet.runtime.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;

/** Which JSON values fit a type: a JSON Schema for a form, no more precise than a form has to be. */
public final class TypeSchema {

    /** A type that holds itself ends in any value. */
    private static final int DEEPEST = 6;

    private static final Set<Class<?>> INTEGERS = Set.of(int.class, long.class, short.class, byte.class, Integer.class, Long.class, Short.class, Byte.class,
        BigInteger.class);
    private static final Set<Class<?>> NUMBERS = Set.of(float.class, double.class, Float.class, Double.class, BigDecimal.class);
    private static final Set<Class<?>> TEXTS = Set.of(char.class, Character.class, UUID.class, URI.class);

    private final ObjectMapper jackson;

    TypeSchema(ObjectMapper jackson) {
        this.jackson = jackson;
    }

    /** Returns a type's name for a person: without packages. */
    public static String name(JavaType type) {
        if (type.isArrayType()) {
            return name(type.getContentType()) + "[]";
        }
        List<JavaType> arguments = type.getBindings().getTypeParameters();
        String raw = type.getRawClass().getSimpleName();
        return arguments.isEmpty() ? raw : raw + arguments.stream().map(TypeSchema::name).collect(Collectors.joining(", ", "<", ">"));
    }

    Map<String, Object> of(JavaType type) {
        return of(type, 0);
    }

    private Map<String, Object> of(JavaType type, int depth) {
        Class<?> raw = type.getRawClass();
        if (depth > DEEPEST || raw == Object.class || raw == byte[].class || ByteBuffer.class.isAssignableFrom(raw) || raw.getName().startsWith("rivet.value.")) {
            return Map.of();
        }
        if (type.isReferenceType() || raw == Optional.class) {
            return of(type.containedTypeOrUnknown(0), depth);
        }
        if (type.isCollectionLikeType() || type.isArrayType()) {
            return Map.of("type", "array", "items", of(type.getContentType(), depth + 1));
        }
        if (type.isMapLikeType()) {
            return Map.of("type", "object");
        }
        return scalar(raw).orElseGet(() -> bean(type, depth));
    }

    private static Optional<Map<String, Object>> scalar(Class<?> raw) {
        if (raw.isEnum()) {
            return Optional.of(Map.of("type", "string", "enum", Arrays.stream(raw.getEnumConstants()).map(one -> ((Enum<?>) one).name()).toList()));
        }
        if (raw == Instant.class || raw == Date.class) {
            return Optional.of(Map.of("type", "string", "format", "date-time"));
        }
        String name = INTEGERS.contains(raw) ? "integer" : NUMBERS.contains(raw) || raw == Number.class ? "number"
            : raw == boolean.class || raw == Boolean.class ? "boolean" : isText(raw) ? "string" : "";
        return name.isEmpty() ? Optional.empty() : Optional.of(Map.of("type", name));
    }

    private static boolean isText(Class<?> raw) {
        return CharSequence.class.isAssignableFrom(raw) || TEXTS.contains(raw) || Temporal.class.isAssignableFrom(raw) || TemporalAmount.class.isAssignableFrom(raw);
    }

    private Map<String, Object> bean(JavaType type, int depth) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (BeanPropertyDefinition property : jackson.getDeserializationConfig().introspect(type).findProperties()) {
            JavaType its = property.getPrimaryType();
            properties.put(property.getName(), of(its, depth + 1));
            if (its.isPrimitive()) {
                required.add(property.getName());
            }
        }
        if (properties.isEmpty()) {
            return Map.of();
        }
        return Map.of("type", "object", "properties", properties, "required", required);
    }
}
