package rivet.engine.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import rivet.engine.web.QueryString;
import rivet.engine.web.QueryString.Parameter;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpCall;

/**
 * A request of the API with its parameters. Whatever is not known is refused with {@code api.bad_request}.
 *
 * @param call the request
 * @param parameters those of the query
 * @param variables what the path has in the places of variables, decoded
 */
record Request(HttpCall call, List<Parameter> parameters, List<String> variables) {

    static Request of(HttpCall call, String query, List<String> variables) {
        return new Request(call, new QueryString(query).parameters(), variables);
    }

    static RivetException bad(String reason) {
        return ErrorCode.API_BAD_REQUEST.error("reason", reason);
    }

    /** Refuses parameters other than these. */
    Request only(Set<String> known) {
        for (Parameter parameter : parameters) {
            if (!known.contains(parameter.name())) {
                throw bad("unknown query parameter " + parameter.name());
            }
        }
        return this;
    }

    /** Returns a parameter that may be there once. */
    Optional<String> optional(String name) {
        List<String> all = all(name);
        if (all.size() > 1) {
            throw bad("query parameter " + name + " is there twice");
        }
        return all.stream().findFirst();
    }

    /** Returns a parameter that must be there. */
    String required(String name) {
        return optional(name).filter(value -> !value.isEmpty()).orElseThrow(() -> bad("missing query parameter " + name));
    }

    /** Returns all values of a parameter. */
    List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                values.add(parameter.value());
            }
        }
        return values;
    }

    /** Returns the parameter {@code limit}. */
    int limit(int otherwise, int most) {
        Optional<String> limit = optional("limit");
        if (limit.isEmpty()) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(limit.get());
            if (number >= 1) {
                return Math.min(number, most);
            }
        } catch (NumberFormatException e) {
            throw bad("limit is not a number");
        }
        throw bad("limit is less than 1");
    }

    /** Returns the parameter as truth. */
    boolean flag(String name) {
        Optional<String> value = optional(name);
        if (value.isEmpty() || value.get().equals("false")) {
            return false;
        }
        if (value.get().equals("true")) {
            return true;
        }
        throw bad(name + " is neither true nor false");
    }
}
