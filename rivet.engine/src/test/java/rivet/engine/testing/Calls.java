package rivet.engine.testing;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;

/** Requests as the gateway would carry them. */
public final class Calls {

    private Calls() {}

    public static HttpCall get(String target) {
        return get(target, Map.of());
    }

    /** A request with headers, one value each. */
    public static HttpCall get(String target, Map<String, String> headers) {
        return new HttpCall() {
            @Override
            public String method() {
                return "GET";
            }

            @Override
            public String target() {
                return target;
            }

            @Override
            public Optional<String> header(String name) {
                return Optional.ofNullable(headers.get(name));
            }

            @Override
            public Map<String, List<String>> headers() {
                return Map.of();
            }

            @Override
            public HttpBody body() {
                return HttpBody.empty();
            }
        };
    }
}
