package rivet.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import rivet.protocol.DecodeException;
import rivet.protocol.client.Frame;

/** Messages that are damaged: they are refused with the one exception there is for it, or mean something else. */
class MalformedTest {

    private static final List<GoldenVector> MESSAGES = GoldenVector.messages();
    private static final long SEED = 20_260_806;
    private static final int DAMAGES = 400;

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void cutOffAtEveryLength(GoldenVector vector) {
        for (int length = 0; length < vector.bytes().length; length++) {
            Optional<Object> message = decode(vector, Arrays.copyOf(vector.bytes(), length));
            boolean emptyCall = length == 0 && vector.type().equals("HttpActionRequest");
            assertThat(message.isPresent()).as("%d bytes", length).isEqualTo(emptyCall);
        }
    }

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void followedBySomething(GoldenVector vector) {
        for (byte more : new byte[] {0, 1, 'x', (byte) 0xff}) {
            byte[] longer = Arrays.copyOf(vector.bytes(), vector.bytes().length + 1);
            longer[longer.length - 1] = more;
            assertThat(decode(vector, longer)).isEmpty();
        }
    }

    /** What can still be read can also be written, and means the same then. */
    @ParameterizedTest
    @FieldSource("MESSAGES")
    void damagedAtRandom(GoldenVector vector) {
        Random random = new Random(SEED + vector.key().hashCode());
        for (int i = 0; i < DAMAGES; i++) {
            byte[] damaged = damage(vector.bytes(), random);
            Optional<Object> message = decode(vector, damaged);
            if (message.isPresent()) {
                byte[] again = Messages.encode(message.get(), vector.encoding());
                Optional<Object> same = decode(vector, again);
                assertThat(same.map(Messages::fields)).as(HexFormat.of().formatHex(damaged)).isEqualTo(message.map(Messages::fields));
            }
        }
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = bytes.clone();
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            int at = random.nextInt(damaged.length);
            damaged[at] = random.nextBoolean() ? (byte) (damaged[at] ^ 1 << random.nextInt(8)) : (byte) random.nextInt(256);
        }
        return damaged;
    }

    private static Optional<Object> decode(GoldenVector vector, byte[] bytes) {
        try {
            return Optional.of(Messages.decode(vector.type(), vector.encoding(), new Frame.Binary(bytes)));
        } catch (DecodeException e) {
            assertThat(e).hasMessageMatching("(?s).{5,}");
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError e) {
            return fail(vector.encoding() + " " + HexFormat.of().formatHex(bytes), e);
        }
    }
}
