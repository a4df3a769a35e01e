package rivet.protocol.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.protocol.DecodeException;

class BareTest {

    @ParameterizedTest
    @CsvSource({"0,00", "1,01", "127,7f", "128,8001", "300,ac02", "16383,ff7f", "16384,808001", "9223372036854775807,ffffffffffffffff7f",
        "-1,ffffffffffffffffff01",
        "-9223372036854775808,80808080808080808001"})
    void uintIsLeb128(long value, String hex) {
        check(hex, out -> out.uint(value), BareReader::uint, value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "ff", "8000", "808000", "ffffffffffffffffff02", "ffffffffffffffffff7f", "ffffffffffffffffffff01",
        "80808080808080808000"})
    void uintHasOneFormForEachValue(String hex) {
        refuses(hex, BareReader::uint);
    }

    @Test
    void fixedIntegersAreLittleEndian() {
        check("ff", out -> out.u8(255), BareReader::u8, 255);
        check("feff", out -> out.u16(65_534), BareReader::u16, 65_534);
        check("04000000", out -> out.u32(4), BareReader::u32, 4L);
        check("ffffffff", out -> out.u32(4_294_967_295L), BareReader::u32, 4_294_967_295L);
        check("8813000000000000", out -> out.u64(5000), BareReader::u64, 5000L);
        check("ffffffffffffffff", out -> out.i64(-1), BareReader::i64, -1L);
        check("000000000000f8bf", out -> out.f64(-1.5), BareReader::f64, -1.5);
    }

    @Test
    void stringsAndDataHaveTheirLengthBeforeThem() {
        check("00", out -> out.str(""), BareReader::str, "");
        check("06c3a9f09f9880", out -> out.str("é😀"), BareReader::str, "é😀");
        check("020102", out -> out.data(new byte[] {1, 2}), BareReader::data, new byte[] {1, 2});
        check("0102", out -> out.fixed(new byte[] {1, 2}), in -> in.fixed(2), new byte[] {1, 2});
        String longer = "x".repeat(300);
        check("ac02" + "78".repeat(300), out -> out.str(longer), BareReader::str, longer);
    }

    @Test
    void optionalsListsAndMaps() {
        check("00", out -> out.optional(Optional.<String>empty(), BareWriter::str), in -> in.optional(BareReader::str), Optional.empty());
        check("010161", out -> out.optional(Optional.of("a"), BareWriter::str), in -> in.optional(BareReader::str), Optional.of("a"));
        check("00", out -> out.optionalU64(OptionalLong.empty()), BareReader::optionalU64, OptionalLong.empty());
        check("010500000000000000", out -> out.optionalU64(OptionalLong.of(5)), BareReader::optionalU64, OptionalLong.of(5));
        check("01ac02", out -> out.optionalUint(OptionalLong.of(300)), BareReader::optionalUint, OptionalLong.of(300));
        check("03010203", out -> out.list(List.of(1, 2, 3), BareWriter::u8), in -> in.list(BareReader::u8), List.of(1, 2, 3));
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("b", 1);
        map.put("a", 2);
        check("020162010161" + "02", out -> out.map(map, BareWriter::str, BareWriter::u8), in -> in.map(BareReader::str, BareReader::u8), map);
        assertThat(new BareReader(bytes("020162010161" + "02")).map(BareReader::str, BareReader::u8).keySet()).containsExactly("b", "a");
        check("0100", out -> out.bool(true).bool(false), in -> List.of(in.bool(), in.bool()), List.of(true, false));
    }

    @Test
    void refusesWhatIsMalformed() {
        refuses("02", BareReader::bool);
        refuses("02", in -> in.optional(BareReader::u8));
        refuses("ff", BareReader::optionalUint);
        refuses("01ff", BareReader::str);
        refuses("02c080", BareReader::str);
        refuses("0361", BareReader::str);
        refuses("03", BareReader::data);
        refuses("020161010161" + "02", in -> in.map(BareReader::str, BareReader::u8));
        for (Function<BareReader, Object> read : List.<Function<BareReader, Object>>of(BareReader::u8, BareReader::u16, BareReader::u32,
            BareReader::u64, BareReader::f64,
            BareReader::bool, BareReader::str, BareReader::data, in -> in.fixed(1))) {
            refuses("", read);
        }
    }

    /** Nothing is allocated for a length that is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"ffffffff07", "ffffffff0f", "ffffffffffffffff7f", "ffffffffffffffffff01"})
    void refusesLengthsThatAreNotThere(String length) {
        refuses(length, BareReader::data);
        refuses(length, BareReader::str);
        refuses(length, in -> in.list(BareReader::u8));
        refuses(length, in -> in.map(BareReader::str, BareReader::u8));
    }

    @Test
    void saysWhere() {
        BareReader in = new BareReader(bytes("0102"));
        in.u8();
        assertThat(in.position()).isEqualTo(1);
        assertThatExceptionOfType(DecodeException.class).isThrownBy(in::end).withMessage("1 bytes follow the message (at offset 1)")
            .satisfies(e -> assertThat(e.offset()).hasValue(1));
    }

    private static void check(String hex, Consumer<BareWriter> write, Function<BareReader, ?> read, Object value) {
        BareWriter out = new BareWriter();
        write.accept(out);
        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo(hex);
        BareReader in = new BareReader(bytes(hex));
        assertThat((Object) read.apply(in)).isEqualTo(value);
        in.end();
        byte[] all = bytes(hex);
        for (int length = 0; length < all.length; length++) {
            byte[] part = Arrays.copyOf(all, length);
            assertThatExceptionOfType(DecodeException.class).as("%d of %s", length, hex).isThrownBy(() -> read.apply(new BareReader(part)));
        }
    }

    private static void refuses(String hex, Function<BareReader, ?> read) {
        assertThatExceptionOfType(DecodeException.class).as(hex).isThrownBy(() -> read.apply(new BareReader(bytes(hex))));
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
