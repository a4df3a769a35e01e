package rivet.protocol.fuzz;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

import rivet.value.Undefined;

/** Plain values that every encoding carries, with a few levels of arrays, objects and sets. */
public final class PlainValues {

    private PlainValues() {
    }

    /** Returns any. */
    public static Arbitrary<Object> any() {
        return any(3).withoutEdgeCases();
    }

    private static Arbitrary<Object> any(int depth) {
        if (depth == 0) {
            return leaves();
        }
        Arbitrary<Object> inner = any(depth - 1);
        return Arbitraries.oneOf(List.of(leaves(), leaves(),
            inner.list().ofMaxSize(4).map(list -> (Object) new ArrayList<>(list)),
            tagLike(inner),
            inner.list().ofMaxSize(3).map(LinkedHashSet::new).map(set -> (Object) set),
            Arbitraries.maps(Records.texts(), inner).ofMaxSize(4).map(map -> (Object) map)));
    }

    /** Arrays that look like what compat values begin with. */
    private static Arbitrary<Object> tagLike(Arbitrary<Object> inner) {
        return Arbitraries.of("$BigInt", "$Set", "$Undefined", "$Uint8Array", "$ArrayBuffer", "$Date", "$", "$$", "$$BigInt", "$x")
            .flatMap(tag -> inner.map(value -> {
                List<Object> list = new ArrayList<>();
                list.add(tag);
                list.add(value);
                return (Object) list;
            }));
    }

    private static Arbitrary<Object> leaves() {
        return Arbitraries.oneOf(List.of(
            Arbitraries.of(true, false).map(o -> (Object) o),
            Arbitraries.just(Undefined.UNDEFINED).map(o -> (Object) o),
            Arbitraries.integers().map(o -> (Object) o),
            Arbitraries.doubles().between(-1e300, 1e300).ofScale(4).map(o -> (Object) o),
            Records.texts().map(o -> (Object) o),
            Arbitraries.longs().map(n -> (Object) BigInteger.valueOf(n).multiply(BigInteger.valueOf(n))),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(12).map(o -> (Object) o),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(12).map(bytes -> (Object) ByteBuffer.wrap(bytes)))).injectNull(0.05);
    }
}
