package rivet.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.bare.BareReader;
import rivet.protocol.golden.Canonical;
import rivet.protocol.key.ActorKeys;
import rivet.protocol.value.CborValues;
import rivet.protocol.value.JsonValues;
import rivet.protocol.value.Values;

/** Values, keys and the pieces of BARE. */
class ValuesPropertyTest {

    private static final List<byte[]> CBOR = Values.all().stream().map(CborValues::encodeExact).filter(bytes -> bytes.length < 1_000).toList();
    private static final List<byte[]> JSON = Values.universal().stream().map(JsonValues::writeBytes).filter(bytes -> bytes.length < 1_000).toList();

    @Property
    void valuesAreReadAsTheyWereWritten(@ForAll("values") Object value) {
        Object expected = Canonical.of(value);
        assertThat(Canonical.of(CborValues.decode(CborValues.encode(value)))).isEqualTo(expected);
        assertThat(Canonical.of(CborValues.decode(CborValues.encodeExact(value)))).isEqualTo(expected);
        assertThat(Canonical.of(JsonValues.read(JsonValues.writeBytes(value)))).isEqualTo(expected);
        assertThat(Canonical.of(JsonValues.read(JsonValues.write(value)))).isEqualTo(expected);
    }

    @Property
    void cborIsReadOrRefused(@ForAll("hostileCbor") byte[] bytes) {
        Hostile.decode(bytes, () -> List.of(Wrapped.of(CborValues.decode(bytes)))).ifPresent(read -> {
            Object value = read.getFirst().value();
            assertThat(Canonical.of(CborValues.decode(CborValues.encodeExact(value)))).isEqualTo(Canonical.of(value));
        });
    }

    @Property
    void jsonIsReadOrRefused(@ForAll("hostileJson") byte[] bytes) {
        Hostile.decode(bytes, () -> Wrapped.of(JsonValues.readPlain(bytes)));
        Hostile.decode(bytes, () -> Wrapped.of(JsonValues.read(new String(bytes, StandardCharsets.UTF_8))));
        Hostile.decode(bytes, () -> Wrapped.of(JsonValues.read(bytes))).ifPresent(read -> {
            Object value = read.value();
            assertThat(Canonical.of(JsonValues.read(JsonValues.write(value)))).isEqualTo(Canonical.of(value));
        });
    }

    @Property
    void aNestOfAnyDepthIsReadOrRefused(@ForAll("nests") byte[] bytes) {
        Hostile.decode(bytes, () -> Wrapped.of(CborValues.decode(bytes)));
        Hostile.decode(bytes, () -> Wrapped.of(JsonValues.read(bytes)));
    }

    @Property
    void aKeyIsReadAsItWasWritten(@ForAll("keys") List<String> key) {
        assertThat(ActorKeys.parse(ActorKeys.escape(key))).isEqualTo(key);
    }

    @Property
    void everyTextIsAKeyAndHasOneForm(@ForAll("texts") String text) {
        Hostile.decode(text, () -> ActorKeys.parse(text)).ifPresent(key -> {
            String form = ActorKeys.escape(key);
            assertThat(ActorKeys.escape(ActorKeys.parse(form))).isEqualTo(form);
        });
    }

    /** Whatever a codec asks the reader for: it has it, or says that it does not. */
    @Property
    void bareIsReadOrRefused(@ForAll("noise") byte[] bytes, @ForAll("questions") List<Integer> questions) {
        Hostile.decode(bytes, () -> {
            BareReader in = new BareReader(bytes);
            List<Object> answers = new ArrayList<>();
            questions.forEach(question -> answers.add(ask(in, question)));
            in.end();
            return answers;
        });
    }

    private static Object ask(BareReader in, int question) {
        return switch (question) {
            case 0 -> in.uint();
            case 1 -> in.str();
            case 2 -> in.data();
            case 3 -> in.list(BareReader::u8);
            case 4 -> in.list(inner -> inner.list(BareReader::str));
            case 5 -> in.map(BareReader::str, BareReader::data);
            case 6 -> in.optional(BareReader::f64);
            case 7 -> in.oneOf(Thread.State.values());
            case 8 -> in.fixed(3);
            default -> in.bool();
        };
    }

    /** A value that may be null. */
    private record Wrapped(Object value) {

        static Wrapped of(Object value) {
            return new Wrapped(value);
        }
    }

    @Provide
    Arbitrary<Object> values() {
        return PlainValues.any();
    }

    @Provide
    Arbitrary<byte[]> noise() {
        return Mutants.noise();
    }

    @Provide
    Arbitrary<List<Integer>> questions() {
        return Arbitraries.integers().between(0, 9).list().ofMinSize(1).ofMaxSize(5);
    }

    @Provide
    Arbitrary<byte[]> hostileCbor() {
        return Arbitraries.oneOf(Mutants.of(CBOR), Mutants.noise());
    }

    @Provide
    Arbitrary<byte[]> hostileJson() {
        return Arbitraries.oneOf(Mutants.of(JSON), Mutants.noise());
    }

    /** Openings without end: brackets, arrays and tags of CBOR, of every count. */
    @Provide
    Arbitrary<byte[]> nests() {
        return Arbitraries.of("[", "{\"a\":", "[\"$Set\",", "\u0081", "\u009f", "\u00c1", "\u00a1\u0061a", "\u00d9\u0001\u0002\u0081").flatMap(
            opening -> Arbitraries.integers().between(1, 20_000).map(count -> opening.repeat(count).getBytes(StandardCharsets.ISO_8859_1))).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<String>> keys() {
        return Records.texts().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<String> texts() {
        return Records.texts();
    }
}
