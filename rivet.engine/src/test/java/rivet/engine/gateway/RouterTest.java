package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.gateway.Route.ById;
import rivet.engine.gateway.Route.ByQuery;
import rivet.engine.web.CborShape;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

class RouterTest { // spec/wire.md 6

    private static final String GET = "rvt-namespace=default&rvt-method=get";
    private static final String CREATE = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default";

    private static Route route(String target) {
        return route(target, Optional.empty());
    }

    private static Route route(String target, Optional<Router.Named> named) {
        int question = target.indexOf('?');
        return question < 0 ? Router.http(target, "", named)
            : Router.http(target.substring(0, question), target.substring(question + 1), named);
    }

    private static Optional<Router.Named> named(String id) {
        return Optional.of(new Router.Named(Optional.ofNullable(id), Optional.of("t")));
    }

    @ParameterizedTest
    @CsvSource({
        "/gateway/abc/action/get, abc, , /action/get",
        "/gateway/abc, abc, , /",
        "/gateway/abc/, abc, , /",
        "/gateway/abc?x=1, abc, , /?x=1",
        "/gateway/abc/request/a%2Fb?x=1&y=%zz, abc, , /request/a%2Fb?x=1&y=%zz",
        "/gateway/abc@tok/action/get, abc, tok, /action/get",
        "/gateway/a%40b@t%2Fok/x, a@b, t/ok, /x",
        "/gateway/a%2Fb/x, a/b, , /x",
        "/gateway/abc/../../x, abc, , /../../x",
        "/gateway/../x, .., , /x",
        "/gateway/abc/%2e%2e/x, abc, , /%2e%2e/x",
        "/gateway/abc/x;y=z, abc, , /x;y=z",
        "/gateway/abc/x?a=rvt-b, abc, , /x?a=rvt-b",
        "/gateway/abc/x?rv=%20, abc, , /x?rv=%20",
    })
    void aPathWithAnIdLeadsToThatActor(String target, String id, String token, String seen) {
        assertThat(route(target)).isEqualTo(new ById(id, Optional.ofNullable(token), seen));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/gateway", "/gateway/", "/gateway?rvt-method=get", "/gateway/abc@", "/gateway/abc@/x", "/gateway//abc/x",
        "/gateway/abc//x", "//gateway/abc", "/gatewayx/abc", "/", "/actors", "", "/gateway/?rvt-method=get"})
    void otherPathsAreTheApis(String target) {
        assertThat(route(target)).isInstanceOf(Route.Api.class);
    }

    @Test
    void headersNameTheActorOfRawRequests() {
        assertThat(route("/request/a?x=1", named("abc"))).isEqualTo(new ById("abc", Optional.of("t"), "/request/a?x=1"));
        assertThat(route("/request?x", named("abc"))).isEqualTo(new ById("abc", Optional.of("t"), "/request?x"));
        assertThat(route("/gateway/other/x", named("abc"))).isEqualTo(new ById("other", Optional.empty(), "/x"));
        fails(ErrorCode.GUARD_NO_ROUTE, () -> route("/action/get", named("abc")));
        fails(ErrorCode.GUARD_NO_ROUTE, () -> route("/requests", named("abc")));
        fails(ErrorCode.GUARD_MISSING_HEADER, () -> route("/request", named(null)));
    }

    @Test
    void subprotocolsNameTheActorOfAnySocket() {
        var named = Gateway.named(List.of("rivet", "rivet_target.actor", "rivet_actor.a%2Fb", "rivet_token.t%20t"));
        assertThat(named).contains(new Router.Named(Optional.of("a/b"), Optional.of("t t")));
        assertThat(Router.socket("/connect", "", named)).isEqualTo(new ById("a/b", Optional.of("t t"), "/connect"));
        assertThat(Router.socket("/websocket/q", "x=1", named)).isEqualTo(new ById("a/b", Optional.of("t t"), "/websocket/q?x=1"));
        assertThat(Gateway.named(List.of("rivet", "rivet_actor.abc"))).isEmpty();
        fails(ErrorCode.GUARD_MISSING_HEADER, () -> Router.socket("/connect", "", Gateway.named(List.of("rivet_target.actor"))));
        assertThat(Router.socket("/connect", "", Optional.empty())).isInstanceOf(Route.Api.class);
    }

    @Test
    void aQueryFindsOrCreates() {
        ByQuery get = (ByQuery) route("/gateway/counter/action/get?" + GET + "&rvt-key=a%2Cb&rvt-token=t&rvt-skip-ready-wait=1");
        assertThat(get.target()).isEqualTo("/action/get");
        assertThat(get.query().namespace()).isEqualTo("default");
        assertThat(get.query().name()).isEqualTo("counter");
        assertThat(get.query().key()).isEqualTo("a/b");
        assertThat(get.query().creation()).isEmpty();
        assertThat(get.query().token()).contains("t");
        ByQuery create = (ByQuery) route("/gateway/co%40un%2Fter?" + CREATE + "&rvt-region=eu&rvt-crash-policy=restart&rvt-input=oWFhAQ");
        assertThat(create.target()).isEqualTo("/");
        assertThat(create.query().name()).isEqualTo("co@un/ter");
        assertThat(create.query().key()).isEqualTo("/");
        var wish = create.query().creation().orElseThrow();
        assertThat(wish.pool()).isEqualTo("default");
        assertThat(wish.region()).contains("eu");
        assertThat(wish.crashPolicy()).isEqualTo(CrashPolicy.RESTART);
        assertThat(wish.input()).isEqualTo(HexFormat.of().parseHex("a1616101"));
        assertThat(((ByQuery) route("/gateway/c?rvt-namespace=default&rvt-method=getOrCreate&rvt-pool=blue")).query().creation().orElseThrow()
            .pool()).isEqualTo("blue");
        assertThat(route("/gateway/c?rvt%2Dnamespace=default&rvt%2Dmethod=get")).isInstanceOf(ByQuery.class);
    }

    static Stream<Arguments> keys() { // spec/wire.md 5
        return Stream.of(
            Arguments.of("rvt-key=a", "a"),
            Arguments.of("rvt-key=", "/"),
            Arguments.of("rvt-x", null),
            Arguments.of("rvt-key=x+y%2C%C3%A9%F0%9F%98%80", "x y/é😀"),
            Arguments.of("rvt-key=a%2Fb", "a\\/b"),
            Arguments.of("rvt-key=a%5Cb", "a\\\\b"),
            Arguments.of("rvt-key=a,b", "a/b"),
            Arguments.of("rvt-key=%2C", "\\0/\\0"),
            Arguments.of("rvt-key=1%2B1", "1+1"),
            Arguments.of("rvt-key=50%25", "50%"),
            Arguments.of("rvt-key=50%", "50%"),
            Arguments.of("rvt-key=%ff", "\ufffd"));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void keysAreSplitAtCommas(String parameter, String escaped) {
        if (escaped == null) {
            fails(ErrorCode.GUARD_QUERY_INVALID_PARAMS, () -> route("/gateway/c?" + GET + "&" + parameter));
        } else {
            assertThat(((ByQuery) route("/gateway/c?" + GET + "&" + parameter)).query().key()).isEqualTo(escaped);
        }
    }

    @Test
    void whatIsNotTheGatewaysKeepsItsBytesAndItsOrder() {
        ByQuery route = (ByQuery) route("/gateway/c/request/p?b=%zz&rvt-namespace=default&a=+&a=%20&&rvt-method=get&empty=&=x&flag");
        assertThat(route.target()).isEqualTo("/request/p?b=%zz&a=+&a=%20&empty=&=x&flag");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
            Arguments.of("rvt-zz=1", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of("rvt-method=get", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of("rvt-namespace=&rvt-method=get", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of("rvt-namespace=default", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of("rvt-namespace=default&rvt-method=put", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of(GET + "&rvt-method=get", ErrorCode.GUARD_QUERY_DUPLICATE_PARAM),
            Arguments.of(GET + "&rvt-key=a&rvt-key=b", ErrorCode.GUARD_QUERY_DUPLICATE_PARAM),
            Arguments.of(GET + "&rvt-input=oA", ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS),
            Arguments.of(GET + "&rvt-region=x", ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS),
            Arguments.of(GET + "&rvt-runner=x", ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS),
            Arguments.of(GET + "&rvt-pool=x", ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS),
            Arguments.of(GET + "&rvt-crash-policy=sleep", ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS),
            Arguments.of(GET + "&rvt-skip-ready-wait=yes", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of("rvt-namespace=default&rvt-method=getOrCreate", ErrorCode.GUARD_QUERY_MISSING_POOL),
            Arguments.of("rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=", ErrorCode.GUARD_QUERY_MISSING_POOL),
            Arguments.of(CREATE + "&rvt-pool=x", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of(CREATE + "&rvt-crash-policy=maybe", ErrorCode.GUARD_QUERY_INVALID_PARAMS),
            Arguments.of(CREATE + "&rvt-input=%21", ErrorCode.GUARD_QUERY_INVALID_BASE64_INPUT),
            Arguments.of(CREATE + "&rvt-input=a%2Bb%2F", ErrorCode.GUARD_QUERY_INVALID_BASE64_INPUT),
            Arguments.of(CREATE + "&rvt-input=oWE", ErrorCode.GUARD_QUERY_INVALID_CBOR_INPUT));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongParametersAreNamed(String query, ErrorCode code) {
        fails(code, () -> route("/gateway/c/action/x?" + query));
    }

    @Test
    void aTokenHasNoPlaceInAQueryPath() {
        fails(ErrorCode.GUARD_QUERY_PATH_TOKEN_SYNTAX, () -> route("/gateway/c@t/x?" + GET));
    }

    private static void fails(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(code)).as(e.toString()).isTrue());
    }

    @ParameterizedTest
    @CsvSource({"00, true", "17, true", "1800, true", "18, false", "1bffffffffffffffff, true", "1b00, false", "1c, false", "1f, false",
        "20, true", "40, true", "4101, true", "41, false", "5f4101ff, true", "5f6101ff, false", "5f5f4101ffff, false", "5f4101, false",
        "60, true", "6161, true", "7f6161ff, true", "80, true", "8100, true", "8200, false", "9f00ff, true", "9f00, false", "a0, true",
        "a10001, true", "a100, false", "bf0001ff, true", "bf00ff, false", "b90001616101, true", "c000, true", "c0, false",
        "d9010380, true", "f4, true", "f7, true", "f820, true", "f818, false", "f97e00, true", "fb3ff0000000000000, true", "fb3ff0, false",
        "ff, false", "0000, false", "9bffffffffffffffff, false", "9affffffff, false", "bbffffffffffffffff00, false", "3f, false"})
    void tellsCborFromOtherBytes(String hex, boolean wellFormed) { // RFC 8949
        assertThat(CborShape.isOneValue(HexFormat.of().parseHex(hex))).isEqualTo(wellFormed);
    }

    @Test
    void noBytesAndTooDeepOnesAreNotCbor() {
        assertThat(CborShape.isOneValue(new byte[0])).isFalse();
        byte[] deep = new byte[100_000];
        java.util.Arrays.fill(deep, (byte) 0x81);
        assertThat(CborShape.isOneValue(deep)).isFalse();
    }

    @Test
    void closeFramesSayWhatMayBeSent() {
        assertThat(CloseFrame.of(1005, "")).isEqualTo(new CloseFrame(1000, ""));
        assertThat(CloseFrame.of(1006, "x")).isEqualTo(new CloseFrame(1011, "x"));
        assertThat(CloseFrame.of(999, "x").code()).isEqualTo(1011);
        assertThat(CloseFrame.of(4001, "because")).isEqualTo(new CloseFrame(4001, "because"));
        assertThat(CloseFrame.of(1000, "é".repeat(100)).reason()).isEqualTo("é".repeat(61));
        assertThat(CloseFrame.of(1000, "a".repeat(200)).reason()).hasSize(123);
    }

    @ParameterizedTest
    @CsvSource({"/gateway/abc/request, true", "/gateway/abc/request/x, true", "/gateway/abc/requests, false", "/gateway/abc, false", "/request, false",
        "/gateway/abc/action/request, false"})
    void whatLeadsToTheCodeOfAnActor(String path, boolean does) {
        assertThat(Router.isToCode(path)).isEqualTo(does);
    }

    @ParameterizedTest
    @CsvSource({"/gateway/a@s3cret/action/x,/gateway/a@.../action/x", "/gateway/a@s3cret,/gateway/a@...",
        "/gateway/a/request/b@c,/gateway/a/request/b@...", "/actors/a@b,/actors/a@b"})
    void aTokenInAPathIsNotLogged(String path, String logged) {
        assertThat(Router.withoutToken(path)).isEqualTo(logged);
    }
}
