package rivet.engine.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import rivet.engine.actor.Actors;
import rivet.engine.web.Access;
import rivet.engine.web.Failure;
import rivet.engine.web.Percent;
import rivet.error.ErrorCode;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;

/**
 * The public HTTP API. Paths are compared segment by segment, decoded after they were split. Fails with
 * {@link rivet.error.RivetException}s of spec/wire.md 10.
 */
public final class Api {

    /** One path: its segments, null in the place of a variable, and what each method does. */
    private record Resource(List<String> segments, Map<String, Function<Request, CompletionStage<HttpReply>>> methods) {

        /** Clients find and create actors, and do no more. */
        boolean forClients() {
            return segments.size() == 1 && segments.getFirst().equals("actors");
        }

        boolean matches(List<String> path) {
            if (path.size() != segments.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (segments.get(i) == null ? path.get(i).isEmpty() : !segments.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        List<String> variables(List<String> path) {
            List<String> variables = new ArrayList<>(1);
            for (int i = 0; i < path.size(); i++) {
                if (segments.get(i) == null) {
                    variables.add(path.get(i));
                }
            }
            return variables;
        }
    }

    private final List<Resource> resources = new ArrayList<>();
    private final Access access;

    /**
     * Makes the API.
     *
     * @param access who may use it; {@code /metadata} and {@code /health} are for everybody
     * @param startedAt since when this engine runs, epoch milliseconds
     */
    public Api(Actors actors, Access access, long startedAt) {
        this.access = access;
        ActorRoutes actor = new ActorRoutes(actors);
        ClusterRoutes cluster = new ClusterRoutes(actors, startedAt);
        // the first that matches counts: "names" is no actor
        resource("/actors/names", Map.of("GET", actor::names));
        resource("/actors", Map.of("GET", actor::list, "PUT", actor::getOrCreate, "POST", actor::create));
        resource("/actors/{}", Map.of("DELETE", actor::delete));
        resource("/actors/{}/sleep", Map.of("POST", actor::sleep));
        resource("/actors/{}/reschedule", Map.of("POST", actor::reschedule));
        resource("/actors/{}/kv/keys/{}", Map.of("GET", actor::key));
        resource("/namespaces", Map.of("GET", cluster::namespaces, "POST", cluster::createNamespace));
        resource("/datacenters", Map.of("GET", cluster::datacenters));
        resource("/envoys", Map.of("GET", cluster::envoys));
        resource("/runner-configs", Map.of("GET", cluster::runnerConfigs));
        resource("/runner-configs/{}", Map.of("PUT", cluster::putRunnerConfig));
    }

    private void resource(String path, Map<String, Function<Request, CompletionStage<HttpReply>>> methods) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/")) {
            segments.add(segment.equals("{}") ? null : segment);
        }
        resources.add(new Resource(segments, new TreeMap<>(methods)));
    }

    /**
     * Answers a request.
     *
     * @param path raw
     * @param query raw, empty for none
     * @param local whether it came in over loopback
     */
    public CompletionStage<HttpReply> handle(String path, String query, HttpCall call, boolean local) {
        if (path.equals("/metadata") || path.equals("/health")) {
            return open(path, call.method());
        }
        List<String> segments = segments(path);
        for (Resource resource : resources) {
            if (resource.matches(segments)) {
                require(resource, Access.Offer.bearer(call.header("authorization"), local));
                Function<Request, CompletionStage<HttpReply>> method = resource.methods().get(call.method());
                if (method == null) {
                    throw Failure.methodNotAllowed(call.method());
                }
                return method.apply(Request.of(call, query, resource.variables(segments)));
            }
        }
        throw ErrorCode.API_NOT_FOUND.error("path", path);
    }

    private void require(Resource resource, Access.Offer offer) {
        if (resource.forClients()) {
            access.requireClientApi(offer);
        } else {
            access.requireManagement(offer);
        }
    }

    private static CompletionStage<HttpReply> open(String path, String method) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw Failure.methodNotAllowed(method);
        }
        return CompletableFuture.completedFuture(path.equals("/metadata") ? Metadata.reply() : Metadata.health());
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>(4);
        int start = 1;
        for (int slash = path.indexOf('/', start); slash >= 0; slash = path.indexOf('/', start)) {
            segments.add(Percent.decode(path.substring(start, slash)));
            start = slash + 1;
        }
        segments.add(Percent.decode(path.substring(Math.min(start, path.length()))));
        return segments;
    }
}
