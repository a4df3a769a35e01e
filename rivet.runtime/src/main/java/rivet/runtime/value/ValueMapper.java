package rivet.runtime.value;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.value.Undefined;

/**
 * Maps between plain values and the types of one generation of an actor's code, with Jackson.
 * <p>
 * Each generation has a mapper of its own with a {@link TypeFactory} of its own: the shared one keeps every class that it ever saw, and with it the
 * class loaders of replaced bundles.
 */
public final class ValueMapper {

    private final ObjectMapper jackson;
    private final ObjectMapper rows;
    private final ObjectMapper json;

    /** Makes a mapper. */
    public ValueMapper() {
        JsonMapper mapper = builder().addModule(new PlainModule()).build();
        jackson = mapper;
        // SQLite has no booleans
        rows = mapper.rebuild().withCoercionConfig(LogicalType.Boolean, c -> c.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert)).build();
        json = builder().build();
    }

    private static JsonMapper.Builder builder() {
        return JsonMapper.builder()
            .typeFactory(TypeFactory.defaultInstance().withCache((LookupCache<Object, JavaType>) new LRUMap<Object, JavaType>(16, 256)))
            .addModules(new Jdk8Module(), new JavaTimeModule())
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT,
                DeserializationFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .withCoercionConfig(LogicalType.Textual, c -> {
                c.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                c.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                c.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            });
    }

    /** Resolves a type for {@link #fromPlain}. */
    public JavaType type(Type type) {
        return jackson.constructType(type);
    }

    /** Returns which JSON values {@link #fromPlain} takes for a type, see {@link rivet.inspect.ActionInfo.Parameter#schema}. */
    public Map<String, Object> schema(JavaType type) {
        return new TypeSchema(jackson).of(type);
    }

    /** Returns the type argument that a class gives to a generic superclass; {@code Object} if it gives none. */
    public JavaType typeArgument(Class<?> type, Class<?> generic) {
        JavaType[] found = jackson.getTypeFactory().findTypeParameters(jackson.constructType(type), generic);
        return found == null || found.length == 0 ? jackson.constructType(Object.class) : found[0];
    }

    /**
     * Maps to a plain value.
     *
     * @param value may be null
     * @return may be null
     * @throws RivetException {@code core.internal_error} with the cause if Jackson cannot map it
     */
    public Object toPlain(Object value) {
        return switch (value) {
            case null -> null;
            case String s -> s;
            case Integer n -> n;
            case Long n -> n;
            case Double n -> n;
            case Boolean b -> b;
            case Undefined u -> u;
            default -> write(value);
        };
    }

    private Object write(Object value) {
        try {
            PlainGenerator plain = new PlainGenerator(jackson);
            jackson.writeValue(plain, value);
            return plain.result();
        } catch (IOException e) {
            throw ErrorCode.CORE_INTERNAL_ERROR.error().withCause(e);
        }
    }

    /**
     * Maps a plain value to a type. {@code null} and {@code undefined} become null, the default of a primitive type or an empty
     * {@code Optional}.
     *
     * @param target what is mapped, for the message: {@code argument 1 of action send}
     * @throws RivetException {@code actor.validation_error} if it does not fit
     */
    @SuppressWarnings("unchecked")
    public <T> T fromPlain(Object plain, JavaType type, String target) {
        Class<?> raw = type.getRawClass();
        if (raw == Object.class || isUntyped(type) && raw.isInstance(plain)) {
            return (T) plain;
        }
        if (raw == String.class && plain instanceof String || (raw == int.class || raw == Integer.class) && plain instanceof Integer
            || (raw == boolean.class || raw == Boolean.class) && plain instanceof Boolean) {
            return (T) plain;
        }
        return read(jackson, plain, type, target);
    }

    /**
     * Maps a row of a database, or its only value, to a type, where 0 and 1 are booleans as well.
     *
     * @throws RivetException {@code actor.validation_error} if it does not fit
     */
    public <T> T fromRow(Object plain, JavaType type) {
        return read(rows, plain, type, "row");
    }

    private static <T> T read(ObjectMapper mapper, Object plain, JavaType type, String target) {
        try (PlainParser tokens = PlainTokens.parser(plain, mapper)) {
            return mapper.readValue(tokens, type);
        } catch (IOException e) {
            throw mismatch(target, e);
        }
    }

    /**
     * Writes JSON for anybody, not only for clients of actors.
     *
     * @throws RivetException {@code core.internal_error} with the cause if Jackson cannot map it
     */
    public byte[] toJson(Object value) {
        try {
            return json.writeValueAsBytes(value);
        } catch (IOException e) {
            throw ErrorCode.CORE_INTERNAL_ERROR.error().withCause(e);
        }
    }

    /**
     * Reads JSON from anybody.
     *
     * @param target what is mapped, for the message
     * @throws RivetException {@code actor.validation_error} if it is no JSON or does not fit
     */
    public <T> T fromJson(byte[] content, Class<T> type, String target) {
        try {
            return json.readValue(content, type);
        } catch (IOException e) {
            throw mismatch(target, e);
        }
    }

    private static boolean isUntyped(JavaType type) {
        Class<?> raw = type.getRawClass();
        return (raw == List.class || raw == Map.class) && type.getContentType() != null && type.getContentType().getRawClass() == Object.class
            && (raw == List.class || type.getKeyType().getRawClass() == String.class);
    }

    private static RivetException mismatch(String target, IOException cause) {
        String where = cause instanceof JsonMappingException e ? path(e) : "";
        String what = cause instanceof JsonMappingException e ? e.getOriginalMessage() : cause.getMessage();
        return ErrorCode.ACTOR_VALIDATION_ERROR.error("target", target)
            .withMetadata(Map.of("issues", List.of(Map.of("path", where, "message", what == null ? "" : what))))
            .withCause(cause);
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }
}
