package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.engine.testing.Hostile;

class MessageAssemblerPropertyTest {

    private static final int MOST = 40;

    /** A data frame. */
    record Part(byte opCode, boolean last, byte[] payload) {

        Frame frame() {
            return new Frame(opCode, last, ByteBuffer.wrap(payload.clone()));
        }

        @Override
        public String toString() {
            return opCode + (last ? "! " : " ") + Arrays.toString(payload);
        }
    }

    @Property
    void anyFramesAreMessagesOrRefused(@ForAll("frames") List<Part> parts) {
        Hostile.read(parts, parts.size(), WebSocketException.class, () -> {
            MessageAssembler assembler = new MessageAssembler(MOST);
            int messages = 0;
            for (Part part : parts) {
                Object message = assembler.add(part.frame());
                messages += message == null ? 0 : 1;
                assertThat(message == null || size(message) <= MOST).isTrue();
            }
            return messages;
        });
    }

    @Property
    void aMessageIsTheSumOfItsFrames(@ForAll("texts") String text, @ForAll("cuts") List<Integer> cuts, @ForAll boolean binary) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        MessageAssembler assembler = new MessageAssembler(bytes.length);
        List<byte[]> pieces = pieces(bytes, cuts);
        Object message = null;
        for (int i = 0; i < pieces.size(); i++) {
            assertThat(message).isNull();
            byte opCode = i > 0 ? OpCode.CONTINUATION : binary ? OpCode.BINARY : OpCode.TEXT;
            message = assembler.add(new Part(opCode, i == pieces.size() - 1, pieces.get(i)).frame());
        }
        assertThat(message).isEqualTo(binary ? ByteBuffer.wrap(bytes) : text);
    }

    private static List<byte[]> pieces(byte[] bytes, List<Integer> cuts) {
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            int to = Math.min(bytes.length, from + cut);
            pieces.add(Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        pieces.add(Arrays.copyOfRange(bytes, from, bytes.length));
        return pieces;
    }

    private static int size(Object message) {
        return message instanceof String text ? text.getBytes(StandardCharsets.UTF_8).length : ((ByteBuffer) message).remaining();
    }

    @Provide
    Arbitrary<List<Part>> frames() {
        Arbitrary<Byte> codes = Arbitraries.of(OpCode.TEXT, OpCode.BINARY, OpCode.CONTINUATION, OpCode.CONTINUATION);
        Arbitrary<byte[]> payloads = Arbitraries.bytes().array(byte[].class).ofMaxSize(30);
        return Combinators.combine(codes, Arbitraries.of(true, false, false), payloads).as(Part::new).list().ofMaxSize(12).withoutEdgeCases();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars('a', 'é', '漢', '\uFFFD', '\0').ofMaxLength(30).map(text -> text + "😀");
    }

    @Provide
    Arbitrary<List<Integer>> cuts() {
        return Arbitraries.integers().between(0, 5).list().ofMaxSize(8);
    }
}
