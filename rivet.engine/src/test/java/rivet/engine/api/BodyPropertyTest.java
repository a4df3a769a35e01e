package rivet.engine.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.engine.actor.Causes;
import rivet.engine.testing.Hostile;
import rivet.error.RivetException;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;

/** Bodies of the management API that are not what they should be. */
class BodyPropertyTest {

    private static final Set<String> FIELDS = Set.of("name", "key", "input", "runner_name_selector", "crash_policy", "datacenters");

    private record Sent(byte[] bytes, String type) implements HttpCall {

        @Override
        public String method() {
            return "PUT";
        }

        @Override
        public String target() {
            return "/actors";
        }

        @Override
        public Optional<String> header(String name) {
            return name.equals("content-type") ? Optional.of(type) : Optional.empty();
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("content-type", List.of(type));
        }

        @Override
        public HttpBody body() {
            return HttpBody.of(bytes);
        }
    }

    @Property
    void everyBodyIsReadOrRefused(@ForAll("bodies") String json, @ForAll("types") String type) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        Hostile.read(json, bytes.length, RivetException.class, () -> {
            Body body = join(new Sent(bytes, type));
            for (String field : List.of("name", "key", "crash_policy")) {
                Hostile.read(json, bytes.length, RivetException.class, () -> body.optional(field));
                Hostile.read(json, bytes.length, RivetException.class, () -> body.required(field));
                Hostile.read(json, bytes.length, RivetException.class, () -> body.fieldsOf(field));
            }
            return body.input();
        });
    }

    private static Body join(HttpCall call) {
        try {
            return Body.of(call, FIELDS).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw Causes.named(e);
        }
    }

    @Provide
    Arbitrary<String> bodies() {
        return Arbitraries.of("{", "}", "[", "]", ":", ",", "\"", "\"name\":", "\"key\":", "\"input\":", "\"oXg=\"", "\"gA==\"", "\"/////w==\"", "null", "true", "1e999",
            "-", "0", "{\"name\":\"a\"", "{\"name\":\"a\",\"input\":\"gA==\"}", "\"\\u0000\"", "\"\\ud800\"", "\"a\"", " ", "\0", "é", "1".repeat(2_000),
            "[".repeat(2_000), "{\"a\":".repeat(1_500), "//", "/*", "NaN").list().ofMaxSize(8).map(parts -> String.join("", parts)).withoutEdgeCases();
    }

    @Provide
    Arbitrary<String> types() {
        return Arbitraries.of("application/json", "application/json; charset=utf-8", "application/json;", "", ";", "text/plain");
    }
}
