package rivet.protocol.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Bytes that are nearly messages: good ones that were flipped, cut, doubled, spliced, and whose lengths were made to lie. */
public final class Mutants {

    private enum Kind { FLIP, SET, INSERT, DELETE, DOUBLE, CUT, LIE, FILL, SPLICE }

    /** A step of damage; positions are taken modulo what is there. */
    private record Step(Kind kind, int at, int length, long value, int other) {

        byte[] apply(byte[] bytes, List<byte[]> seeds) {
            if (bytes.length == 0) {
                return new byte[] {(byte) value};
            }
            int from = at % bytes.length;
            int to = Math.min(bytes.length, from + 1 + length);
            byte[] before = Arrays.copyOf(bytes, from);
            byte[] after = Arrays.copyOfRange(bytes, to, bytes.length);
            byte[] between = Arrays.copyOfRange(bytes, from, to);
            return switch (kind) {
                case FLIP -> set(bytes, from, (byte) (bytes[from] ^ 1 << (value & 7)));
                case SET -> set(bytes, from, (byte) value);
                case INSERT -> join(before, uint(value & 0xff), Arrays.copyOfRange(bytes, from, bytes.length));
                case DELETE -> join(before, after);
                case DOUBLE -> join(before, between, between, after);
                case CUT -> before;
                case LIE -> join(before, uint(value), Arrays.copyOfRange(bytes, from + 1, bytes.length));
                case FILL -> join(before, filled(length), after);
                case SPLICE -> splice(before, seeds.get(other % seeds.size()));
            };
        }

        private byte[] splice(byte[] before, byte[] seed) {
            return seed.length == 0 ? before : join(before, Arrays.copyOfRange(seed, length % seed.length, seed.length));
        }

        private byte[] filled(int count) {
            byte[] fill = new byte[count * 8];
            Arrays.fill(fill, (byte) value);
            return fill;
        }
    }

    private Mutants() {
    }

    /** Returns bytes made of these by up to six steps of damage. */
    public static Arbitrary<byte[]> of(List<byte[]> seeds) {
        return Combinators.combine(Arbitraries.integers().between(0, seeds.size() - 1), steps().list().ofMaxSize(6)).as((seed, steps) -> {
            byte[] bytes = seeds.get(seed);
            for (Step step : steps) {
                bytes = step.apply(bytes, seeds);
            }
            return bytes;
        }).withoutEdgeCases();
    }

    /** Returns bytes of no particular kind. */
    public static Arbitrary<byte[]> noise() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(200);
    }

    private static Arbitrary<Step> steps() {
        Arbitrary<Long> values = Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.longs().between(0, 255)),
            Tuple.of(2, Arbitraries.longs()),
            Tuple.of(2, Arbitraries.of(0x7f_ffffL, 0x7fff_ffffL, 0xffff_ffffL, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1L, 0x1000_0000L)));
        return Combinators.combine(Arbitraries.of(Kind.values()), Arbitraries.integers().between(0, 100_000), Arbitraries.integers().between(0, 12), values,
            Arbitraries.integers().between(0, 10_000)).as(Step::new);
    }

    private static byte[] set(byte[] bytes, int at, byte value) {
        byte[] changed = bytes.clone();
        changed[at] = value;
        return changed;
    }

    /** A length as BARE writes it; to CBOR and JSON it is noise, which they have lies of their own for. */
    private static byte[] uint(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
