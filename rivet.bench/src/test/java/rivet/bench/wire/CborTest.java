package rivet.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CborTest {

    @Test
    void writesWhatTheClientCanRead() {
        assertThat(hex(List.of(1, 23, 24, 255, 256, 65_536))).isEqualTo("86" + "01" + "17" + "1818" + "18ff" + "190100" + "1a00010000");
        assertThat(hex(-1)).isEqualTo("20");
        assertThat(hex("é")).isEqualTo("62c3a9");
        assertThat(hex(1.5)).isEqualTo("fb3ff8000000000000");
        // 8-byte integers would become bigints: spec/wire.md 9
        assertThat(hex(1L << 32)).isEqualTo("fb41f0000000000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "1bffffffffffffffff", "f5", "f7", "f93c00", "fb3ff8000000000000", "43010203", "6161", "83010203", "a1616101",
        "d90103a1616101", "9f0102ff", "bf616101ff", "5f4101420203ff", "7f61616162ff", "c1fb41d954fc4007df3b", "82826a24556e646566696e65640001"})
    void skipsExactlyOneValueOfAnyType(String value) {
        ByteBuffer in = ByteBuffer.wrap(HexFormat.of().parseHex(value + "ff"));
        Cbor.skip(in);
        assertThat(in.remaining()).isEqualTo(1);
    }

    private static String hex(Object value) {
        Bytes out = new Bytes(1);
        Cbor.write(out, value);
        return HexFormat.of().formatHex(out.toArray());
    }
}
