package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.engine.directory.EscapedKey;
import rivet.engine.gateway.Route.ByQuery;
import rivet.engine.testing.Hostile;
import rivet.engine.web.CborShape;
import rivet.engine.web.Percent;
import rivet.engine.web.QueryString;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.key.ActorKeys;
import rivet.protocol.value.CborValues;

/** Paths, queries, keys and inputs as nobody would send them in earnest. */
class RouterPropertyTest {

    @Property
    void everyTargetIsRoutedOrRefused(@ForAll("paths") String path, @ForAll("queries") String query, @ForAll("names") Optional<Router.Named> named) {
        Hostile.read(path + "?" + query, path.length() + query.length(), RivetException.class, () -> Router.http(path, query, named));
        Hostile.read(path + "?" + query, path.length() + query.length(), RivetException.class, () -> Router.socket(path, query, named));
        Router.isGateway(path);
        Router.isToCode(path);
    }

    @Property
    void aKeyInAQueryIsTheKeyThatWasMeant(@ForAll("keys") List<String> key, @ForAll("segments") String type) {
        String joined = URLEncoder.encode(String.join(",", key), StandardCharsets.UTF_8);
        String query = "rvt-namespace=default&rvt-method=get&a=%zz&rvt-key=" + joined + "&b";
        Route route = Router.http("/gateway/" + URLEncoder.encode(type, StandardCharsets.UTF_8).replace("+", "%20") + "/x", query, Optional.empty());
        assertThat(route).isInstanceOfSatisfying(ByQuery.class, by -> {
            assertThat(by.query().name()).isEqualTo(type);
            assertThat(by.query().key()).isEqualTo(key.isEmpty() || key.equals(List.of("")) ? EscapedKey.NONE : EscapedKey.of(key));
            assertThat(by.target()).isEqualTo("/x?a=%zz&b");
        });
    }

    @Property
    void whatWasEncodedIsDecoded(@ForAll("segments") String text) {
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        assertThat(Percent.decodeForm(encoded)).isEqualTo(text);
        assertThat(Percent.decode(encoded.replace("+", "%20"))).isEqualTo(text);
    }

    @Property
    void everyQueryIsParametersInOrder(@ForAll("queries") String query) {
        Hostile.read(query, query.length(), RivetException.class, () -> new QueryString(query).parameters())
            .ifPresent(parameters -> assertThat(String.join("&", parameters.stream().map(QueryString.Parameter::raw).toList()))
                .isEqualTo(query.replaceAll("&+", "&").replaceAll("^&|&$", "")));
    }

    /** The engine and the codecs know keys in the same form. */
    @Property
    void bothSidesAgreeOnTheFormOfKeys(@ForAll("segments") String text, @ForAll("anyKeys") List<String> key) {
        assertThat(EscapedKey.of(key)).isEqualTo(ActorKeys.escape(key));
        assertThat(EscapedKey.segments(EscapedKey.of(key))).isEqualTo(key);
        assertThat(EscapedKey.segments(text)).isEqualTo(ActorKeys.parse(text));
        assertThat(EscapedKey.canonical(EscapedKey.canonical(text))).isEqualTo(EscapedKey.canonical(text));
    }

    /** What the gateway lets in as an input, and what the runtime can read. */
    @Property
    void noInputIsRefusedThatCouldBeRead(@ForAll("cbor") byte[] bytes) {
        boolean shaped = Hostile.read("shape", bytes.length, RivetException.class, () -> CborShape.isOneValue(bytes)).orElseThrow();
        boolean readable = Hostile.read("value", bytes.length, DecodeException.class, () -> Optional.ofNullable(CborValues.decode(bytes))).isPresent();
        assertThat(shaped || !readable).as("%s: readable %s, let in %s", HexFormat.of().formatHex(bytes), readable, shaped).isTrue();
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of("/gateway", "/gateway/", "/", "//", "abc", "%2F", "%", "%zz", "%00", "%ff", "@", "@tok", "..", "/..", "/request", "/request/", "é",
            "\0", ";", "/action/x", "%E2%82%AC", "\\", "actors", "😀").list().ofMaxSize(7).map(parts -> String.join("", parts)).withoutEdgeCases();
    }

    @Provide
    Arbitrary<String> queries() {
        return Arbitraries.of("rvt-namespace=default", "rvt-method=get", "rvt-method=getOrCreate", "rvt-runner=default", "rvt-pool=p", "rvt-key=", "rvt-key",
            "rvt-input=", "oXg", "rvt-input=_w", "rvt-input=gA", "rvt-crash-policy=sleep", "rvt-crash-policy=x", "rvt-token=t", "rvt-skip-ready-wait=1", "rvt-x=1",
            "rvt%2Dkey=a", "rvt-", "&", "&", "&", "=", "%", "%zz", "+", ",", "a", "é", "\0", "%ff", "#", "?").list().ofMaxSize(14)
            .map(parts -> String.join("", parts)).withoutEdgeCases();
    }

    @Provide
    Arbitrary<Optional<Router.Named>> names() {
        Arbitrary<Optional<String>> texts = Arbitraries.of("", "abc", "%", "é").optional();
        return texts.flatMap(actor -> texts.map(token -> new Router.Named(actor, token))).optional();
    }

    @Provide
    Arbitrary<String> segments() {
        return Arbitraries.strings().withChars('a', 'Z', '0', ' ', '/', '\\', '%', '+', '&', '=', '@', '#', '?', '.', '\0', 'é', '漢').ofMinLength(1).ofMaxLength(10);
    }

    @Provide
    Arbitrary<List<String>> keys() {
        return Arbitraries.strings().withChars('a', 'Z', ' ', '/', '\\', '%', '+', '&', '=', 'é').ofMaxLength(6).list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<String>> anyKeys() {
        return segments().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<byte[]> cbor() {
        return Arbitraries.of(0x00, 0x18, 0x19, 0x1a, 0x1b, 0x20, 0x3b, 0x40, 0x41, 0x5f, 0x60, 0x61, 0x7f, 0x80, 0x81, 0x82, 0x9b, 0x9f, 0xa0, 0xa1, 0xbf, 0xc0, 0xc1,
            0xc2, 0xd8, 0xd9, 0xdb, 0xf4, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xff, 0x01, 0x02, 0x7e).list().ofMinSize(1).ofMaxSize(14).map(list -> {
                byte[] bytes = new byte[list.size()];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = list.get(i).byteValue();
                }
                return bytes;
            }).withoutEdgeCases();
    }
}
