package rivet.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

class ValueMapperTest {

    private final ValueMapper mapper = new ValueMapper();

    record Message(String sender, String text, Instant at) {}

    record Holder(Object any, BigInteger big, byte[] bytes, Set<String> tags, Optional<String> note) {}

    static class Mutable {
        public int count;
        private final List<String> log = new ArrayList<>();

        int twice() {
            return 2 * count;
        }
    }

    private <T> T from(Object plain, Class<T> type) {
        return mapper.fromPlain(plain, mapper.type(type), "value");
    }

    @Test
    void recordsBothWays() {
        Message message = new Message("ann", "hi", Instant.ofEpochMilli(1_700_000_000_123L));
        Object plain = mapper.toPlain(message);
        assertThat(plain).isEqualTo(Map.of("sender", "ann", "text", "hi", "at", message.at()));
        assertThat(from(plain, Message.class)).isEqualTo(message);
    }

    @Test
    void datesAreReadFromWhatEachEncodingSends() {
        Instant at = Instant.ofEpochMilli(1_700_000_000_123L);
        assertThat(from(Map.of("at", "2023-11-14T22:13:20.123Z"), Message.class).at()).isEqualTo(at);
        assertThat(from(Map.of("at", 1_700_000_000_123L), Message.class).at()).isEqualTo(at);
        assertThat(from(Map.of("at", 1_700_000_000_123.0), Message.class).at()).isEqualTo(at);
        assertThat(from(at, Date.class)).isEqualTo(Date.from(at));
        assertThat(mapper.toPlain(Date.from(at))).isEqualTo(at);
    }

    @Test
    void valuesWithoutAJsonFormStayAsTheyAre() {
        Holder holder = new Holder(Undefined.UNDEFINED, new BigInteger("9007199254740993"), new byte[] { 1, 2 }, new LinkedHashSet<>(List.of("a", "b")),
            Optional.empty());
        @SuppressWarnings("unchecked")
        Map<String, Object> plain = (Map<String, Object>) mapper.toPlain(holder);
        assertThat(plain.get("any")).isEqualTo(Undefined.UNDEFINED);
        assertThat(plain.get("big")).isEqualTo(new BigInteger("9007199254740993"));
        assertThat((byte[]) plain.get("bytes")).containsExactly(1, 2);
        assertThat(plain.get("tags")).isInstanceOf(Set.class).isEqualTo(Set.of("a", "b"));
        assertThat(plain.get("note")).isNull();
        Holder back = from(plain, Holder.class);
        assertThat(back.big()).isEqualTo(holder.big());
        assertThat(back.bytes()).containsExactly(1, 2);
        assertThat(back.tags()).containsExactly("a", "b");
        assertThat(back.note()).isEmpty();
    }

    @Test
    void mapsOfJavaScriptMayHoldTypedValues() {
        Object plain = mapper.toPlain(new JsMap(Map.of(1, new Message("a", "b", Instant.EPOCH))));
        assertThat(plain).isEqualTo(new JsMap(Map.of(1, Map.of("sender", "a", "text", "b", "at", Instant.EPOCH))));
    }

    record Kinds(Object any, List<Object> list, JsMap map, Map<String, Object> fields, TypedArray floats) {}

    @Test
    void whatIsUntypedWithinATypedValueKeepsItsKind() {
        JsMap map = new JsMap(Map.of(Map.of("k", 1), Set.of("x")));
        TypedArray floats = new TypedArray(TypedArray.Kind.FLOAT32, new byte[] { 0, 0, (byte) 0xc0, 0x3f });
        for (Object any : List.of(map, Set.of(1, "two"), floats, new Tagged(27, List.of("RegExp", "a", "g")), ByteBuffer.wrap(new byte[] { 9 }), Instant.EPOCH,
            new BigInteger("5"), 4294967296.0, 1L, "text", List.of(Undefined.UNDEFINED, map), Map.of("none", Undefined.UNDEFINED))) {
            Kinds kinds = new Kinds(any, List.of(any, "end"), map, Map.of("a", any), floats);
            assertThat(from(mapper.toPlain(kinds), Kinds.class)).isEqualTo(kinds);
        }
        List<Object> withNothing = Arrays.asList(Undefined.UNDEFINED, null);
        assertThat(from(mapper.toPlain(new Kinds(null, withNothing, null, null, null)), Kinds.class).list()).isEqualTo(withNothing);
        assertInvalid(() -> from(Map.of("map", Map.of("a", 1)), Kinds.class));
    }

    @Test
    void untypedParametersGetPlainValues() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("when", Instant.EPOCH);
        plain.put("none", Undefined.UNDEFINED);
        assertThat(mapper.<Object> fromPlain(plain, mapper.type(Object.class), "value")).isSameAs(plain);
        assertThat(mapper.<Object> fromPlain(Undefined.UNDEFINED, mapper.type(Object.class), "value")).isEqualTo(Undefined.UNDEFINED);
        assertThat(mapper.toPlain(plain)).isEqualTo(plain).isNotSameAs(plain);
    }

    @Test
    void mutableClassesNeedNoAccessors() {
        Mutable mutable = new Mutable();
        mutable.count = 3;
        mutable.log.add("x");
        Object plain = mapper.toPlain(mutable);
        assertThat(plain).isEqualTo(Map.of("count", 3, "log", List.of("x")));
        assertThat(from(plain, Mutable.class).twice()).isEqualTo(6);
    }

    @Test
    void numbersFitWhereTheirValueFits() {
        assertThat(from(5.0, Integer.class)).isEqualTo(5);
        assertThat(from(4294967296.0, Long.class)).isEqualTo(4294967296L);
        assertThat(from(5, Double.class)).isEqualTo(5.0);
        assertThat(from(new BigInteger("7"), Long.class)).isEqualTo(7L);
        assertThat(from(3, BigInteger.class)).isEqualTo(BigInteger.valueOf(3));
        assertThat(mapper.toPlain(0.1f)).isEqualTo(0.1);
    }

    @Test
    void whatDoesNotFitIsAValidationError() {
        assertInvalid(() -> from(1.5, Integer.class));
        assertInvalid(() -> from("5", Integer.class));
        assertInvalid(() -> from(5, String.class));
        assertInvalid(() -> from(new BigInteger("99999999999999999999"), Long.class));
        assertInvalid(() -> from("x", Message.class));
        assertThatThrownBy(() -> from(Map.of("at", "no date"), Message.class)).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.metadata().orElseThrow().toString()).contains("path=at"));
    }

    private static void assertInvalid(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.ACTOR_VALIDATION_ERROR)).isTrue());
    }

    @Test
    void absentIsNullOrADefaultOrEmpty() {
        assertThat(from(Undefined.UNDEFINED, String.class)).isNull();
        assertThat((int) mapper.<Integer> fromPlain(Undefined.UNDEFINED, mapper.type(int.class), "value")).isZero();
        assertThat(from(Undefined.UNDEFINED, OptionalLong.class)).isEmpty();
        assertThat(from(5, OptionalLong.class)).hasValue(5);
        assertThat(from(Map.of(), Message.class)).isEqualTo(new Message(null, null, null));
    }

    @Test
    void arraysOfBytesAndNumbers() {
        assertThat(from(ByteBuffer.wrap(new byte[] { 9, 8 }), byte[].class)).containsExactly(9, 8);
        assertThat(from(new TypedArray(TypedArray.Kind.INT16, new byte[] { 1, 0, -1, -1 }), int[].class)).containsExactly(1, -1);
        assertThat(mapper.toPlain(new Tagged(27, "x"))).isEqualTo(new Tagged(27, "x"));
        assertThat(mapper.toPlain(new int[] { 1, 2 })).isEqualTo(List.of(1, 2));
    }

    @Test
    void aValueThatContainsItselfIsRefused() {
        Map<String, Object> loop = new LinkedHashMap<>();
        loop.put("self", loop);
        assertThatThrownBy(() -> mapper.toPlain(loop)).isInstanceOf(RivetException.class);
    }
}
