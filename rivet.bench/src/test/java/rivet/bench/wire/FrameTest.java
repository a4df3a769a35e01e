package rivet.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 65_535, 65_536, 100_000})
    void aMaskedFrameUnmaskedIsThePayload(int length) {
        byte[] payload = payload(length);
        ByteBuffer out = ByteBuffer.allocateDirect(length + FrameWriter.HEAD);
        new FrameWriter(42).write(out, FrameWriter.BINARY, payload, length);
        out.flip();
        assertThat(out.get() & 0xff).isEqualTo(0x82);
        int second = out.get() & 0xff;
        assertThat(second & 0x80).as("mask bit").isNotZero();
        int announced = switch (second & 0x7f) {
            case 126 -> out.getShort() & 0xffff;
            case 127 -> (int) out.getLong();
            default -> second & 0x7f;
        };
        assertThat(announced).isEqualTo(length);
        byte[] mask = new byte[4];
        out.get(mask);
        byte[] found = new byte[out.remaining()];
        out.get(found);
        for (int i = 0; i < found.length; i++) {
            found[i] ^= mask[i % 4];
        }
        assertThat(found).isEqualTo(payload);
    }

    @Test
    void everyFrameHasAnotherMask() {
        ByteBuffer out = ByteBuffer.allocate(64);
        FrameWriter writer = new FrameWriter(1);
        writer.write(out, FrameWriter.TEXT, new byte[0], 0);
        writer.write(out, FrameWriter.TEXT, new byte[0], 0);
        assertThat(out.getInt(2)).isNotEqualTo(out.getInt(8));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 65_535, 65_536})
    void readsAFrameWhenItsLastByteIsThere(int length) {
        byte[] frame = frame(0x82, payload(length));
        ByteBuffer in = ByteBuffer.allocate(1 << 17);
        FrameReader reader = new FrameReader(in);
        in.put(frame, 0, frame.length - 1).flip();
        assertThat(reader.next(in)).isFalse();
        assertThat(in.position()).isZero();
        in.compact();
        in.put(frame, frame.length - 1, 1).flip();
        assertThat(reader.next(in)).isTrue();
        assertThat(reader.opcode()).isEqualTo(FrameWriter.BINARY);
        assertThat(rest(reader.payload())).isEqualTo(payload(length));
        assertThat(in.hasRemaining()).isFalse();
    }

    @Test
    void readsSeveralFramesOfOneBuffer() {
        ByteBuffer in = buffer("8201aa" + "810161" + "8900" + "82");
        FrameReader reader = new FrameReader(in);
        assertThat(reader.next(in)).isTrue();
        assertThat(rest(reader.payload())).containsExactly(0xaa);
        assertThat(reader.next(in)).isTrue();
        assertThat(reader.opcode()).isEqualTo(FrameWriter.TEXT);
        assertThat(reader.next(in)).isTrue();
        assertThat(reader.opcode()).isEqualTo(FrameWriter.PING);
        assertThat(reader.next(in)).isFalse();
        assertThat(in.remaining()).isEqualTo(1);
    }

    @Test
    void putsFragmentsTogetherAroundAPing() {
        ByteBuffer in = buffer("0201aa" + "0001bb" + "890170" + "8001cc" + "8201dd");
        FrameReader reader = new FrameReader(in);
        assertThat(reader.next(in)).isTrue();
        assertThat(reader.opcode()).isEqualTo(FrameWriter.PING);
        assertThat(rest(reader.payload())).containsExactly(0x70);
        assertThat(reader.next(in)).isTrue();
        assertThat(reader.opcode()).isEqualTo(FrameWriter.BINARY);
        assertThat(rest(reader.payload())).containsExactly(0xaa, 0xbb, 0xcc);
        assertThat(reader.next(in)).isTrue();
        assertThat(rest(reader.payload())).containsExactly(0xdd);
    }

    @Test
    void refusesMaskedAndCompressedFramesAndImpossibleLengths() {
        for (String bad : new String[] {"828100000000aa", "c201aa", "827fffffffffffffffff"}) {
            ByteBuffer in = buffer(bad);
            assertThatThrownBy(() -> new FrameReader(in).next(in)).isInstanceOf(WireException.class);
        }
    }

    private static byte[] frame(int first, byte[] payload) {
        Bytes out = new Bytes(payload.length + 16).u8(first);
        if (payload.length < 126) {
            out.u8(payload.length);
        } else if (payload.length < 1 << 16) {
            out.u8(126).bigEndian(payload.length, 2);
        } else {
            out.u8(127).bigEndian(payload.length, 8);
        }
        return out.raw(payload).toArray();
    }

    private static byte[] payload(int length) {
        byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (i * 31 + 7);
        }
        return payload;
    }

    private static ByteBuffer buffer(String hex) {
        return ByteBuffer.wrap(Arrays.copyOf(HexFormat.of().parseHex(hex), hex.length() / 2));
    }

    private static byte[] rest(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
