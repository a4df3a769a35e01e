package rivet.runtime.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PercentPropertyTest {

    @Property
    void whatWasEncodedIsDecoded(@ForAll("texts") String text) throws CharacterCodingException {
        assertThat(Percent.decode(URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"))).isEqualTo(text);
    }

    @Property
    void everyTextIsDecodedOrRefused(@ForAll("escapes") String raw) {
        try {
            assertThat(Percent.decode(raw)).hasSizeLessThanOrEqualTo(raw.length());
        } catch (CharacterCodingException e) {
            assertThat(raw).contains("%");
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars('a', ' ', '+', '%', '/', '?', '\0', 'é', '漢', '\uFFFD').ofMaxLength(12);
    }

    @Provide
    Arbitrary<String> escapes() {
        return Arbitraries.of("%", "%4", "%41", "%e9", "%C3%A9", "%ff", "%00", "%zz", "+", "a", "é", "😀", "%F0%9F%98%80", "%ed%a0%80").list().ofMaxSize(8)
            .map(parts -> String.join("", parts)).withoutEdgeCases();
    }
}
