package rivet.inspector.page;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;

/** Which answer belongs to which method and path. Filled before it is used. */
final class Routes {

    private static final String ANY = "*";

    /** Answers a call with a plain value. */
    interface Handler {

        CompletionStage<?> answer(Call call);
    }

    private record Route(String method, List<String> pattern, Handler handler) {

        boolean fits(Call call) {
            boolean fits = method.equals(call.method()) && pattern.size() == call.path().size();
            for (int i = 0; fits && i < pattern.size(); i++) {
                fits = pattern.get(i).equals(ANY) || pattern.get(i).equals(call.path().get(i));
            }
            return fits;
        }
    }

    private final List<Route> routes = new ArrayList<>();

    /** Adds a route: {@code GET actors/*}, where an asterisk stands for any segment. */
    Routes add(String route, Handler handler) {
        String[] parts = route.split(" ");
        routes.add(new Route(parts[0], List.of(parts[1].split("/")), handler));
        return this;
    }

    /**
     * Answers a call.
     *
     * @throws rivet.error.RivetException {@code api.not_found}, or what the handler throws
     */
    CompletionStage<?> answer(Call call) {
        return routes.stream().filter(route -> route.fits(call)).findFirst().orElseThrow(() -> ErrorCode.API_NOT_FOUND.error("path", String.join("/", call.path())))
            .handler().answer(call);
    }
}
