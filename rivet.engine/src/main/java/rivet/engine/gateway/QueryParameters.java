package rivet.engine.gateway;

import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.EscapedKey;
import rivet.engine.web.CborShape;
import rivet.engine.web.QueryString.Parameter;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** The {@code rvt-} parameters of a query path, each at most once, every name known. */
final class QueryParameters {

    /** Every parameter name that begins so is the gateway's. */
    static final String PREFIX = "rvt-";

    private enum Name {
        NAMESPACE(true), METHOD(true), RUNNER(false), POOL(false), KEY(true), INPUT(false), REGION(false), CRASH_POLICY(false),
        TOKEN(true), SKIP_READY_WAIT(true);

        private final String text = PREFIX + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        private final boolean withGet;

        Name(boolean withGet) {
            this.withGet = withGet;
        }

        static Name of(String text) {
            for (Name name : values()) {
                if (name.text.equals(text)) {
                    return name;
                }
            }
            throw invalid("unknown parameter " + text);
        }
    }

    private final Map<Name, String> values = new EnumMap<>(Name.class);

    /** Takes in a parameter. */
    void add(Parameter parameter) {
        if (values.putIfAbsent(Name.of(parameter.name()), parameter.value()) != null) {
            throw ErrorCode.GUARD_QUERY_DUPLICATE_PARAM.error("name", parameter.name());
        }
    }

    /** Returns what they mean for a type. */
    GatewayQuery query(String name) {
        skipReadyWait();
        String namespace = required(Name.NAMESPACE);
        String method = required(Name.METHOD);
        Optional<GatewayQuery.Creating> creation = switch (method) {
            case "get" -> {
                refuseCreation();
                yield Optional.empty();
            }
            case "getOrCreate" -> Optional.of(creating());
            default -> throw invalid("rvt-method is neither get nor getOrCreate");
        };
        return new GatewayQuery(namespace, name, key(), creation, Optional.ofNullable(values.get(Name.TOKEN)));
    }

    private String required(Name name) {
        String value = values.get(name);
        if (value == null || value.isEmpty()) {
            throw invalid("missing " + name.text);
        }
        return value;
    }

    private void skipReadyWait() {
        String value = values.get(Name.SKIP_READY_WAIT);
        if (value != null && !isFlag(value)) {
            throw invalid("rvt-skip-ready-wait is neither true nor false");
        }
    }

    /** Returns whether a text is one of the four that mean true or false. */
    static boolean isFlag(String value) {
        return value.equals("1") || value.equals("true") || value.equals("0") || value.equals("false");
    }

    private void refuseCreation() {
        List<String> refused = new ArrayList<>(0);
        for (Name name : values.keySet()) {
            if (!name.withGet) {
                refused.add(name.text);
            }
        }
        if (!refused.isEmpty()) {
            throw ErrorCode.GUARD_QUERY_GET_DISALLOWED_PARAMS.error("names", String.join(", ", refused));
        }
    }

    private GatewayQuery.Creating creating() {
        String runner = values.get(Name.RUNNER);
        String pool = values.get(Name.POOL);
        if (runner != null && pool != null) {
            throw invalid("rvt-runner and rvt-pool are one and the same");
        }
        String either = runner != null ? runner : pool;
        if (either == null || either.isEmpty()) {
            throw ErrorCode.GUARD_QUERY_MISSING_POOL.error();
        }
        return new GatewayQuery.Creating(either, Optional.ofNullable(values.get(Name.REGION)), crashPolicy(), input());
    }

    private CrashPolicy crashPolicy() {
        String word = values.get(Name.CRASH_POLICY);
        return word == null ? CrashPolicy.SLEEP
            : CrashPolicy.of(word).orElseThrow(() -> invalid("rvt-crash-policy is not sleep, restart or destroy"));
    }

    private byte[] input() {
        String text = values.get(Name.INPUT);
        if (text == null || text.isEmpty()) {
            return new byte[0];
        }
        byte[] input;
        try {
            input = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw ErrorCode.GUARD_QUERY_INVALID_BASE64_INPUT.error();
        }
        if (!CborShape.isOneValue(input)) {
            throw ErrorCode.GUARD_QUERY_INVALID_CBOR_INPUT.error();
        }
        return input;
    }

    /** Splits at commas, which is all the query form has (spec/wire.md 5). */
    private String key() {
        String value = values.get(Name.KEY);
        if (value == null || value.isEmpty()) {
            return EscapedKey.NONE;
        }
        List<String> segments = new ArrayList<>(2);
        int start = 0;
        for (int comma = value.indexOf(','); comma >= 0; comma = value.indexOf(',', start)) {
            segments.add(value.substring(start, comma));
            start = comma + 1;
        }
        segments.add(value.substring(start));
        return EscapedKey.of(segments);
    }

    private static RivetException invalid(String detail) {
        return ErrorCode.GUARD_QUERY_INVALID_PARAMS.error("detail", detail);
    }
}
