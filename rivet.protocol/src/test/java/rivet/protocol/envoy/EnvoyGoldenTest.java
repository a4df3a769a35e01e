package rivet.protocol.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import rivet.protocol.DecodeException;
import rivet.protocol.fuzz.Records;

/** Every line of the envoy protocol's golden file, both ways; the file was made with the protocol's published encoder. */
public class EnvoyGoldenTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final List<Vector> ALL = vectors();

    /** Names that differ from the schema's: a record cannot be called as java.util.List, nor as another type of its package. */
    private static final Map<String, String> NAMES = Map.of("ListEntries", "List", "Real", "Float");

    record Vector(String direction, byte[] bytes, JsonNode message) {

        @Override
        public String toString() {
            return message.get("tag").asText() + " " + HEX.formatHex(bytes);
        }

        Record decode(EnvoyProtocol protocol) {
            return direction.equals("ToRivet") ? (Record) protocol.decodeToRivet(bytes) : (Record) protocol.decodeToEnvoy(bytes);
        }
    }

    static byte[] encode(EnvoyProtocol protocol, Record message) {
        return message instanceof ToRivet toRivet ? protocol.encode(toRivet) : protocol.encode((ToEnvoy) message);
    }

    /** The bytes of all lines of one direction. */
    public static List<byte[]> bytes(String direction) {
        return ALL.stream().filter(vector -> vector.direction().equals(direction)).map(Vector::bytes).toList();
    }

    private static List<Vector> vectors() {
        ObjectMapper mapper = new ObjectMapper();
        List<Vector> vectors = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            EnvoyGoldenTest.class.getResourceAsStream("/golden/envoy-v8.jsonl"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode vector = mapper.readTree(line);
                vectors.add(new Vector(vector.get("dir").asText(), HEX.parseHex(vector.get("hex").asText()), vector.get("msg")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return vectors;
    }

    @Test
    void everyKindOfMessageIsInTheFile() {
        assertThat(ALL).hasSize(62);
        assertThat(ALL).extracting(vector -> (Object) vector.decode(EnvoyProtocol.V8).getClass())
            .contains((Object[]) ToRivet.class.getPermittedSubclasses())
            .contains((Object[]) ToEnvoy.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void aMessageIsReadAsWhatItMeans(Vector vector) {
        compare("", vector.message(), vector.decode(EnvoyProtocol.V8));
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void aMessageIsWrittenInTheSameBytes(Vector vector) {
        assertThat(HEX.formatHex(encode(EnvoyProtocol.V8, vector.decode(EnvoyProtocol.V8)))).isEqualTo(HEX.formatHex(vector.bytes()));
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void aMessageThatIsCutOffOrGoesOnIsRefused(Vector vector) {
        for (int length = 0; length < vector.bytes().length; length++) {
            Vector cut = new Vector(vector.direction(), Arrays.copyOf(vector.bytes(), length), vector.message());
            assertThatExceptionOfType(DecodeException.class).as("%d bytes", length).isThrownBy(() -> cut.decode(EnvoyProtocol.V8));
        }
        Vector longer = new Vector(vector.direction(), Arrays.copyOf(vector.bytes(), vector.bytes().length + 1), vector.message());
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> longer.decode(EnvoyProtocol.V8));
    }

    /** Compares with the file's own notation: unions are {tag, val}, bytes {hex}, what is absent null. */
    private static void compare(String path, JsonNode expected, Object actual) {
        switch (actual) {
            case Optional<?> optional when optional.isEmpty() -> assertThat(expected.isNull()).as(path).isTrue();
            case OptionalLong optional when optional.isEmpty() -> assertThat(expected.isNull()).as(path).isTrue();
            case OptionalInt optional when optional.isEmpty() -> assertThat(expected.isNull()).as(path).isTrue();
            case Optional<?> optional -> compare(path, expected, optional.get());
            case OptionalLong optional -> assertThat(optional.getAsLong()).as(path).isEqualTo(expected.asLong());
            case OptionalInt optional -> assertThat(optional.getAsInt()).as(path).isEqualTo(expected.asInt());
            case byte[] bytes -> assertThat(HEX.formatHex(bytes)).as(path).isEqualTo(expected.get("hex").asText());
            case Integer id when expected.isObject() -> assertThat(HEX.toHexDigits(id)).as(path).isEqualTo(expected.get("hex").asText());
            case Double number -> assertThat(HEX.toHexDigits(Double.doubleToRawLongBits(number))).as(path).isEqualTo(expected.get("hex").asText());
            case Enum<?> name -> assertThat(name.name().replace("_", "")).as(path).isEqualToIgnoringCase(expected.asText());
            case List<?> list -> {
                assertThat(expected.size()).as(path).isEqualTo(list.size());
                for (int i = 0; i < list.size(); i++) {
                    compare(path + "[" + i + "]", expected.get(i), list.get(i));
                }
            }
            case Map<?, ?> map -> {
                assertThat(expected.size()).as(path).isEqualTo(map.size());
                map.forEach((key, value) -> compare(path + "." + key, expected.get((String) key), value));
            }
            case Record message -> {
                if (expected.has("tag")) {
                    String name = message.getClass().getSimpleName();
                    assertThat(expected.get("tag").asText()).as(path).contains(NAMES.getOrDefault(name, name));
                    member(path + "/" + name, expected.get("val"), message);
                } else {
                    fields(path, expected, message);
                }
            }
            default -> assertThat(String.valueOf(actual)).as(path).isEqualTo(expected.asText());
        }
    }

    private static void member(String path, JsonNode expected, Record message) {
        RecordComponent[] components = message.getClass().getRecordComponents();
        if (expected.isNull()) {
            assertThat(components).as(path).isEmpty();
        } else if (expected.isArray()) {
            compare(path, expected, Records.get(message, components[0]));
        } else if (message instanceof SqliteResult.Ok<?> ok) {
            compare(path, expected, ok.value());
        } else {
            fields(path, expected, message);
        }
    }

    private static void fields(String path, JsonNode expected, Record message) {
        RecordComponent[] components = message.getClass().getRecordComponents();
        assertThat(expected.size()).as(path).isEqualTo(components.length);
        for (RecordComponent component : components) {
            assertThat(expected.has(component.getName())).as(path + "." + component.getName()).isTrue();
            compare(path + "." + component.getName(), expected.get(component.getName()), Records.get(message, component));
        }
    }
}
