package rivet.protocol.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.protocol.DecodeException;
import rivet.protocol.golden.Canonical;
import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

class CborValuesTest {

    @ParameterizedTest
    @MethodSource("rivet.protocol.value.Values#all")
    void everyKindOfValueComesBackAsItWas(Object value) {
        Object again = CborValues.decode(CborValues.encode(value));
        assertThat(again).usingComparator((a, b) -> exactly(a).equals(exactly(b)) ? 0 : 1).isEqualTo(value);
    }

    /** Equal as JavaScript sees it and of the same Java class, so that Integer, Long and Double are told apart. */
    private static List<Object> exactly(Object value) {
        return Arrays.asList(Canonical.of(value), value instanceof Number ? value.getClass() : null);
    }

    @Test
    void writesWhatTheNpmClientUnderstands() {
        writes(0, "00");
        writes(-1, "20");
        writes(23, "17");
        writes(24, "1818");
        writes(-24, "37");
        writes(-25, "3818");
        writes(256, "190100");
        writes(65_536, "1a00010000");
        writes(Integer.MIN_VALUE, "3a7fffffff");
        writes(4_294_967_295L, "1affffffff");
        writes(-4_294_967_296L, "3affffffff");
        // beyond 32 bits an integer would be a bigint to the client
        writes(4_294_967_296L, "fb41f0000000000000");
        writes(-4_294_967_297L, "fbc1f0000000100000");
        writes(9_007_199_254_740_991L, "fb433fffffffffffff");
        writes(Long.MAX_VALUE, "fb43e0000000000000");
        writes(5.0, "fb4014000000000000");
        writes(-0.0, "fb8000000000000000");
        writes(BigInteger.ONE, "826724426967496e746131");
        writes(Undefined.UNDEFINED, "826a24556e646566696e656400");
        writes(new byte[] {7}, "826b2455696e743841727261796442773d3d");
        writes(ByteBuffer.wrap(new byte[] {0, 7, 0}).position(1).limit(2), "826c2441727261794275666665726442773d3d");
        writes(Values.set(1, 2), "826424536574820102");
        // the elements of a Set are never taken for a compat value, so they are not escaped
        writes(Values.set("$x", 1), "8264245365748262247801");
        writes(List.of("$x", 1), "826324247801");
        writes(new JsMap(Map.of("a", 1)), "d90103a1616101");
        writes(Instant.ofEpochSecond(1_700_000_000), "c11a6553f100");
        writes(Instant.ofEpochSecond(5), "c11a00000005");
        writes(Instant.ofEpochMilli(1_700_000_000_123L), "c1fb41d954fc4007df3b");
        writes(Instant.ofEpochSecond(-1), "c1fbbff0000000000000");
        writes(new TypedArray(TypedArray.Kind.FLOAT32, new byte[] {0, 0, -64, 63}), "d855440000c03f");
        writes(new Tagged(27, List.of("RegExp", "a", "")), "d81b8366526567457870616160");
    }

    /** A long of a state must not change by being stored. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -9_007_199_254_740_993L, -9_007_199_254_740_992L, -4_294_967_297L, 5, 4_294_967_296L, 9_007_199_254_740_992L,
        9_007_199_254_740_993L, Long.MAX_VALUE})
    void theExactFormKeepsEveryLong(long value) {
        List<?> read = (List<?>) CborValues.decode(CborValues.encodeExact(List.of(value)));
        assertThat(new BigDecimal(read.getFirst().toString()).longValueExact()).isEqualTo(value);
        if (Math.abs(value) <= 1L << 53 && value != Long.MIN_VALUE) {
            assertThat(CborValues.encodeExact(value)).isEqualTo(CborValues.encode(value));
        }
    }

    /** Below a tag that stays as it is, so does the rest: CBOR's own forms. */
    @Test
    void whatIsTaggedGoesOutAsItCameIn() {
        for (String hex : List.of("d81b81f7", "c7811b0000000000000001", "c7c249010000000000000000", "c73bffffffffffffffff",
            "c7c349010000000000000000", "c78262247801",
            "c7d840411f", "c7421f1f", "c7d90102820102", "c7d90103a10102", "dbfffffffffffffffff6", "d85443010203", "c1fb7ff8000000000000",
            "c0636e6f74", "d8454103", "c16131")) {
            Object value = CborValues.decode(bytes(hex));
            assertThat(value).as(hex).isInstanceOf(Tagged.class);
            writes(value, hex);
        }
    }

    @Test
    void readsWhateverAClientMaySend() {
        reads("1a7fffffff", Integer.MAX_VALUE);
        reads("1a80000000", 2_147_483_648L);
        reads("1b0000000000000000", BigInteger.ZERO);
        reads("1bffffffffffffffff", BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
        reads("3bffffffffffffffff", BigInteger.TWO.pow(64).negate());
        reads("3b0000000000000000", BigInteger.ONE.negate());
        reads("c2420100", BigInteger.valueOf(256));
        reads("c3420100", BigInteger.valueOf(-257));
        reads("1800", 0);
        reads("190000", 0);
        reads("f93c00", 1.0);
        reads("f98000", -0.0);
        reads("f97c00", Double.POSITIVE_INFINITY);
        reads("fa3fc00000", 1.5);
        reads("f7", Undefined.UNDEFINED);
        reads("420102", ByteBuffer.wrap(new byte[] {1, 2}));
        reads("5f41014102ff", ByteBuffer.wrap(new byte[] {1, 2}));
        reads("d840420102", new byte[] {1, 2});
        reads("7f61616162ff", "ab");
        reads("9f01820203ff", List.of(1, List.of(2, 3)));
        reads("bf616101616202ff", Map.of("a", 1, "b", 2));
        reads("b90001616101", Map.of("a", 1));
        reads("ba00000001616101", Map.of("a", 1));
        reads("a201006001", Values.ordered("1", 0, "", 1));
        reads("a5f500f600fb3ff8000000000000001bffffffffffffffff00f700", Values.ordered("true", 0, "null", 0, "1.5", 0, "18446744073709551615", 0,
            "undefined", 0));
        reads("a2616101616102", Map.of("a", 2));
        reads("d90102820102", Values.set(1, 2));
        reads("d901029f0102ff", Values.set(1, 2));
        reads("d90103a201026131f6", new JsMap(Values.entries(1, 2, "1", null)));
        reads("d90103bf0102ff", new JsMap(Map.of(1, 2)));
        reads("c074323032332d31312d31345432323a31333a32305a", Instant.ofEpochSecond(1_700_000_000));
        reads("c11b000000006553f100", Instant.ofEpochSecond(1_700_000_000));
        reads("c1f9bc00", Instant.ofEpochSecond(-1));
        reads("d81b8366526567457870616160", new Tagged(27, List.of("RegExp", "a", "")));
    }

    @Test
    void readsTypedArraysOfEitherByteOrder() {
        reads("d845420102", new TypedArray(TypedArray.Kind.UINT16, new byte[] {1, 2}));
        reads("d841420102", new TypedArray(TypedArray.Kind.UINT16, new byte[] {2, 1}));
        reads("d851480102030405060708", new TypedArray(TypedArray.Kind.FLOAT32, new byte[] {4, 3, 2, 1, 8, 7, 6, 5}));
        reads("d852480102030405060708", new TypedArray(TypedArray.Kind.FLOAT64, new byte[] {8, 7, 6, 5, 4, 3, 2, 1}));
        reads("d844420102", new TypedArray(TypedArray.Kind.UINT8_CLAMPED, new byte[] {1, 2}));
        reads("d848420102", new TypedArray(TypedArray.Kind.INT8, new byte[] {1, 2}));
        for (TypedArray.Kind kind : TypedArray.Kind.values()) {
            reads("d8" + Integer.toHexString(kind.tag()) + "480102030405060708", new TypedArray(kind, new byte[] {1, 2, 3, 4, 5, 6, 7, 8}));
        }
    }

    /** spec/wire.md 9: compat values are revived at every depth, and what looks like one is unescaped. */
    @Test
    void revivesCompatValues() {
        reads("81826724426967496e746131", List.of(BigInteger.ONE));
        reads("a16161826a24556e646566696e656400", Map.of("a", Undefined.UNDEFINED));
        reads("9f6a24556e646566696e656400ff", Undefined.UNDEFINED);
        reads("826324247801", List.of("$x", 1));
        reads("8264245365749f0102ff", Values.set(1, 2));
        reads("826424536574826724426967496e746131", Values.set("$BigInt", "1"));
        reads("836424536574826724426967496e74613103", List.of("$Set", BigInteger.ONE, 3));
        reads("9f6424536574826724426967496e74613103ff", List.of("$Set", BigInteger.ONE, 3));
        // clients of the cbor encoding do not escape
        reads("8262247801", List.of("$x", 1));
    }

    @Test
    void readsABufferWithoutMovingIt() {
        ByteBuffer array = ByteBuffer.wrap(bytes("ff82010200")).position(1).limit(4);
        assertThat(CborValues.decode(array)).isEqualTo(List.of(1, 2));
        ByteBuffer direct = ByteBuffer.allocateDirect(4).put(bytes("ff820102")).position(1);
        assertThat(CborValues.decode(direct)).isEqualTo(List.of(1, 2));
        assertThat(CborValues.decode(ByteBuffer.wrap(bytes("01")).asReadOnlyBuffer())).isEqualTo(1);
        assertThat(array.position()).isEqualTo(1);
        assertThat(direct.position()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "18", "19ff", "1a010203", "1b01020304050607", "1c", "1d", "1e", "1f", "3f", "41", "61", "5f", "5f41", "5f4101", "5f6161ff",
        "7f4101ff", "5f5f4101ffff",
        "81", "8201", "9f", "9f01", "a1", "a101", "a16161", "bf6161ff", "bf", "c1", "d9", "ff", "81ff", "a1ff", "a161ff", "e0", "f3", "f8",
        "f818", "f820", "f8ff", "f9", "fa", "fb", "fc", "fe",
        "0000", "6161f6", "61ff", "62c080", "63eda080", "64f4908080", "7f61c361a9ff", "a18000", "a1a000", "a1420102f6",
        "5bffffffffffffffff", "7b7fffffffffffffff", "9bffffffffffffffff", "bb7fffffffffffffff", "9a7fffffff00", "bb0000000100000000",
        "5a7fffffff", "b90002616101",
        "826724426967496e7401", "826724426967496e746178", "826724426967496e7460", "826b2455696e74384172726179612a",
        "826b2455696e74384172726179f6", "82642453657401"
    })
    void refusesWhatIsMalformed(String hex) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(bytes(hex)))
            .satisfies(e -> assertThat(e.offset()).isPresent()).withMessageContaining("(at offset ");
    }

    @Test
    void saysWhere() {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(ByteBuffer.wrap(bytes("0000820061ff")).position(2)))
            .withMessage("a text is not UTF-8 (at offset 3)");
    }

    @Test
    void nestsAsDeepAsTheLimitAndNoDeeper() {
        assertThat(CborValues.decode(CborValues.encode(Values.nested(256)))).isEqualTo(Values.nested(256));
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(Values.nested(257)));
        for (String level : List.of("81", "9f", "a16161", "bf6161", "c7", "d9010281", "d90103a1", "d90103a100", "82642453657481")) {
            byte[] bomb = bytes(level.repeat(100_000));
            assertThatExceptionOfType(DecodeException.class).as(level).isThrownBy(() -> CborValues.decode(bomb));
        }
        List<Object> itself = Arrays.asList(1, null);
        itself.set(1, itself);
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(itself));
    }

    /** Each level claims that all the rest are its elements; memory must not be the product of the two. */
    @Test
    void lyingCountsCostNothing() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < 250; i++) {
            bytes.writeBytes(bytes("9a003fff00"));
        }
        bytes.writeBytes(new byte[0x3fff00 + 10_000]);
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(bytes.toByteArray()));
    }

    /** Arrays [a, b] with equal 31 a + b have one hash code: a table of them would take quadratic time. */
    @Test
    @Timeout(20)
    void collidingElementsAreRefused() {
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            elements.writeBytes(CborValues.encode(List.of(i, -31 * i)));
        }
        byte[] head = ByteBuffer.allocate(5).put((byte) 0x9a).putInt(count).array();
        for (String set : List.of("d90102", "826424536574")) {
            assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(join(bytes(set), head, elements.toByteArray())));
        }
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            entries.writeBytes(CborValues.encode(List.of(i, -31 * i)));
            entries.write(0);
        }
        head[0] = (byte) 0xba;
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(join(bytes("d90103"), head, entries.toByteArray())));
    }

    @Test
    void ordinarySetsAndMapsAreNotTakenForAnAttack() {
        Set<Object> points = Values.set();
        for (int x = 0; x < 100; x++) {
            for (int y = 0; y < 100; y++) {
                points.add(Map.of("x", x, "y", y));
            }
        }
        assertThat(CborValues.decode(CborValues.encode(points))).isEqualTo(points);
        Object trie = 0;
        for (int i = 0; i < 100; i++) {
            trie = new JsMap(Values.entries("letter" + i, trie));
        }
        assertThat(CborValues.decode(CborValues.encode(trie))).isEqualTo(trie);
    }

    @Test
    void refusesEndlessBigints() {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(join(bytes("c2591001"), new byte[4097])));
        assertThat(CborValues.decode(join(bytes("c2591000"), new byte[4096]))).isEqualTo(BigInteger.ZERO);
        byte[] digits = CborValues.encode("9".repeat(9_867));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> CborValues.decode(join(bytes("826724426967496e74"), digits)));
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(BigInteger.ONE.shiftLeft(32_768)));
    }

    @Test
    void refusesWhatIsNoPlainValue() {
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(new Object())).withMessage("not a plain value: java.lang.Object");
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(Map.of(1, 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> CborValues.encode('c'));
    }

    @Test
    void loneSurrogatesDoNotStopAText() {
        assertThat(CborValues.decode(CborValues.encode("a\uD83Db"))).isEqualTo("a?b");
    }

    private static void writes(Object value, String hex) {
        assertThat(HexFormat.of().formatHex(CborValues.encode(value))).as(String.valueOf(value)).isEqualTo(hex);
    }

    private static void reads(String hex, Object value) {
        assertThat(CborValues.decode(bytes(hex))).as(hex).isEqualTo(value);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
