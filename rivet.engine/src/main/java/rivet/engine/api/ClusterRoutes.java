package rivet.engine.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.engine.actor.Actors;
import rivet.engine.actor.Cluster;
import rivet.engine.directory.Namespace;
import rivet.engine.directory.NamespaceTable;
import rivet.engine.web.Failure;
import rivet.engine.web.Json;
import rivet.error.ErrorCode;
import rivet.spi.engine.HttpReply;

/** Namespaces, and what there is instead of a cluster: one region, one process that runs actors, pools of the configuration (spec/wire.md 3). */
final class ClusterRoutes {

    private static final Set<String> NAMESPACES = Set.of("name", "namespace_ids", "namespace_id", "limit", "cursor");
    private static final Set<String> POOLS = Set.of("namespace", "runner_name", "runner_names", "variant", "limit", "cursor");
    private static final Set<String> ENVOYS = Set.of("namespace", "name", "envoy_key", "limit", "cursor");
    private static final String KEY = "embedded";

    private final Actors actors;
    private final long startedAt;

    ClusterRoutes(Actors actors, long startedAt) {
        this.actors = actors;
        this.startedAt = startedAt;
    }

    CompletionStage<HttpReply> namespaces(Request request) {
        request.only(NAMESPACES);
        List<String> ids = new ArrayList<>(request.all("namespace_id"));
        request.optional("namespace_ids").ifPresent(list -> ids.addAll(List.of(list.split(","))));
        Optional<String> name = request.optional("name");
        if (name.isPresent()) {
            return actors.namespaces().find(name.get()).thenApply(found -> page(found.map(List::of).orElse(List.of()), false));
        }
        if (!ids.isEmpty()) {
            CompletionStage<List<Namespace>> found = CompletableFuture.completedFuture(new ArrayList<>());
            for (String id : ids) {
                found = found.thenCombine(actors.namespaces().findId(id.strip()), (list, one) -> {
                    one.ifPresent(list::add);
                    return list;
                });
            }
            return found.thenApply(list -> page(list, false));
        }
        int limit = request.limit(100, 1_000);
        return actors.namespaces().list(request.optional("cursor").orElse(""), limit).thenApply(list -> page(list, list.size() == limit));
    }

    private static HttpReply page(List<Namespace> list, boolean more) {
        return Json.reply(200, ActorJson.page("namespaces", list.stream().map(ActorJson::of).toList(), more ? list.getLast().name() : null));
    }

    CompletionStage<HttpReply> createNamespace(Request request) {
        request.only(Set.of());
        return Body.of(request.call(), Set.of("name", "display_name")).thenCompose(body -> {
            String name = body.required("name");
            if (!NamespaceTable.isName(name)) {
                throw ErrorCode.NAMESPACE_INVALID_NAME.error("reason", "letters, digits, - and _, at most 64");
            }
            String displayName = body.optional("display_name").orElse(name);
            return actors.namespaces().find(name).thenCompose(found -> {
                if (found.isPresent()) {
                    throw Failure.nameNotUnique(name);
                }
                return actors.namespaces().create(name, displayName);
            });
        }).thenApply(created -> Json.reply(200, Map.of("namespace", ActorJson.of(created))));
    }

    CompletionStage<HttpReply> datacenters(Request request) {
        request.only(Set.of("namespace"));
        Map<String, Object> only = new LinkedHashMap<>();
        only.put("label", 1);
        only.put("name", actors.cluster().datacenter());
        only.put("url", request.call().header("host").map(host -> "http://" + host).orElse(""));
        return done(ActorJson.whole("datacenters", List.of(only)));
    }

    CompletionStage<HttpReply> envoys(Request request) {
        String namespace = request.only(ENVOYS).required("namespace");
        return actors.namespace(namespace).thenApply(known -> {
            Map<String, Object> self = new LinkedHashMap<>();
            self.put("envoy_key", KEY);
            self.put("namespace_id", known.id());
            self.put("datacenter", actors.cluster().datacenter());
            self.put("pool_name", Cluster.DEFAULT_POOL);
            self.put("version", 1);
            self.put("slots", actors.awake());
            self.put("create_ts", startedAt);
            self.put("stop_ts", null);
            self.put("last_ping_ts", actors.now());
            self.put("last_connected_ts", startedAt);
            self.put("last_rtt", 0);
            self.put("metadata", null);
            boolean asked = request.optional("name").map(Cluster.DEFAULT_POOL::equals).orElse(true)
                && (request.all("envoy_key").isEmpty() || request.all("envoy_key").contains(KEY));
            return Json.reply(200, ActorJson.whole("envoys", asked ? List.of(self) : List.of()));
        });
    }

    CompletionStage<HttpReply> runnerConfigs(Request request) {
        String namespace = request.only(POOLS).required("namespace");
        Set<String> asked = new LinkedHashSet<>(request.all("runner_name"));
        request.optional("runner_names").ifPresent(list -> asked.addAll(List.of(list.split(","))));
        Set<String> pools = new LinkedHashSet<>(List.of(Cluster.DEFAULT_POOL));
        pools.addAll(actors.cluster().pools());
        Map<String, Object> configs = new LinkedHashMap<>();
        for (String pool : pools) {
            if (asked.isEmpty() || asked.contains(pool)) {
                configs.put(pool, Map.of("datacenters", Map.of(actors.cluster().datacenter(),
                    Map.of("normal", Map.of(), "drain_on_version_upgrade", true))));
            }
        }
        return actors.namespace(namespace).thenApply(known -> Json.reply(200, ActorJson.page("runner_configs", configs, null)));
    }

    /** Accepted for pools that exist, whose actors this process runs in any case; there is nothing to configure. */
    CompletionStage<HttpReply> putRunnerConfig(Request request) {
        String namespace = request.only(Set.of("namespace")).required("namespace");
        String pool = request.variables().getFirst();
        return actors.namespace(namespace).thenCompose(known -> Body.of(request.call(), Set.of("datacenters"))).thenApply(body -> {
            for (String datacenter : body.fieldsOf("datacenters")) {
                if (!datacenter.equals(actors.cluster().datacenter())) {
                    throw ErrorCode.DATACENTER_NOT_FOUND.error("name", datacenter);
                }
            }
            if (!actors.cluster().hasPool(pool)) {
                throw ErrorCode.ACTOR_NO_RUNNER_CONFIG_CONFIGURED.error("namespace", namespace, "pool_name", pool);
            }
            return Json.reply(200, Map.of("endpoint_config_changed", false));
        });
    }

    private static CompletionStage<HttpReply> done(Object value) {
        return CompletableFuture.completedFuture(Json.reply(200, value));
    }
}
