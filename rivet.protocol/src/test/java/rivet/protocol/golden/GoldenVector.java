package rivet.protocol.golden;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;

/** A line of the golden file: bytes that were seen between the npm client and the real server, and what they mean. */
public record GoldenVector(String name, String encodingName, String transport, byte[] bytes, JsonNode decoded) {

    /** All lines of the file. */
    public static List<GoldenVector> all() {
        ObjectMapper mapper = new ObjectMapper();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
            GoldenVector.class.getResourceAsStream("/golden/client-protocol.jsonl"), StandardCharsets.UTF_8))) {
            return lines.lines().map(line -> of(tree(mapper, line))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines that are messages of the client protocol. */
    public static List<GoldenVector> messages() {
        return all().stream().filter(GoldenVector::isMessage).toList();
    }

    private static JsonNode tree(ObjectMapper mapper, String line) {
        try {
            return mapper.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GoldenVector of(JsonNode line) {
        return new GoldenVector(line.get("name").asText(), line.get("encoding").asText(), line.get("transport").asText(),
            HexFormat.of().parseHex(line.get("hex").asText()), line.get("decoded"));
    }

    public boolean isMessage() {
        return decoded.has("type");
    }

    public String type() {
        return decoded.get("type").asText();
    }

    public Encoding encoding() {
        return Encoding.named(encodingName).orElseThrow();
    }

    public Frame frame() {
        return transport.equals("ws-text") ? new Frame.Text(new String(bytes, StandardCharsets.UTF_8)) : new Frame.Binary(bytes);
    }

    public String key() {
        return encodingName + ": " + name;
    }

    @Override
    public String toString() {
        return key();
    }
}
