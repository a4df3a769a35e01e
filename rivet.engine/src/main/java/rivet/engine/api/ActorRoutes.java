package rivet.engine.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.engine.actor.ActorIds;
import rivet.engine.actor.ActorKey;
import rivet.engine.actor.Actors;
import rivet.engine.actor.Creation;
import rivet.engine.actor.Snapshot;
import rivet.engine.directory.CrashPolicy;
import rivet.engine.directory.EscapedKey;
import rivet.engine.directory.Listing;
import rivet.engine.directory.Namespace;
import rivet.engine.web.Json;
import rivet.error.ErrorCode;
import rivet.spi.engine.HttpReply;

/** {@code /actors} and what is below it (spec/wire.md 3). */
final class ActorRoutes {

    private static final Set<String> NAMESPACE = Set.of("namespace");
    private static final Set<String> LISTING = Set.of("namespace", "name", "key", "actor_ids", "actor_id", "include_destroyed", "limit",
        "cursor");
    private static final Set<String> PAGE = Set.of("namespace", "limit", "cursor");
    private static final Set<String> WISH = Set.of("name", "key", "runner_name_selector", "crash_policy", "datacenter", "input");
    private static final int MOST_IDS = 32;

    private final Actors actors;

    ActorRoutes(Actors actors) {
        this.actors = actors;
    }

    CompletionStage<HttpReply> getOrCreate(Request request) {
        return wish(request, true).thenCompose(wish -> actors.create(wish, true)).thenCompose(found -> described(found.actor())
            .thenApply(actor -> {
                Map<String, Object> reply = new LinkedHashMap<>();
                reply.put("actor", actor);
                reply.put("created", found.created());
                return Json.reply(200, reply);
            }));
    }

    CompletionStage<HttpReply> create(Request request) {
        return wish(request, false).thenCompose(wish -> actors.create(wish, false)).thenCompose(found -> described(found.actor()))
            .thenApply(actor -> Json.reply(200, Map.of("actor", actor)));
    }

    private CompletionStage<Creation> wish(Request request, boolean withKey) {
        String namespace = request.only(NAMESPACE).required("namespace");
        return Body.of(request.call(), WISH).thenApply(body -> {
            String name = body.required("name");
            if (name.isEmpty()) {
                throw Request.bad("name is empty");
            }
            Optional<String> key = withKey ? Optional.of(body.required("key")) : body.optional("key");
            key.ifPresent(ActorRoutes::check);
            CrashPolicy policy = CrashPolicy.of(body.required("crash_policy"))
                .orElseThrow(() -> Request.bad("crash_policy is not sleep, restart or destroy"));
            return new Creation(namespace, name, key.map(EscapedKey::canonical), body.required("runner_name_selector"),
                body.optional("datacenter"), policy, body.input());
        });
    }

    private static void check(String key) {
        if (key.isEmpty()) {
            throw ErrorCode.ACTOR_EMPTY_KEY.error();
        }
        int size = key.getBytes(StandardCharsets.UTF_8).length;
        if (size > Creation.MAX_KEY) {
            throw ErrorCode.ACTOR_KEY_TOO_LARGE.error("size", size, "limit", Creation.MAX_KEY);
        }
    }

    private CompletionStage<Map<String, Object>> described(Snapshot actor) {
        return actors.namespace(actor.row().namespace())
            .thenApply(namespace -> ActorJson.of(actor, namespace, actors.cluster().datacenter()));
    }

    CompletionStage<HttpReply> list(Request request) {
        String namespace = request.only(LISTING).required("namespace");
        List<String> ids = ids(request);
        Optional<String> name = request.optional("name");
        Optional<String> key = request.optional("key");
        if (!ids.isEmpty()) {
            if (name.isPresent() || key.isPresent()) {
                throw invalid("either actor_ids, or name and key");
            }
            return actors.namespace(namespace).thenCompose(known -> byIds(ids, known));
        }
        if (name.isEmpty()) {
            throw invalid(key.isPresent() ? "key without name" : "neither actor_ids nor name");
        }
        if (key.isPresent() && !request.flag("include_destroyed")) {
            ActorKey wanted = new ActorKey(namespace, name.get(), EscapedKey.canonical(key.get()));
            return actors.find(wanted).thenCompose(found -> actors.namespace(namespace).thenApply(known ->
                page(found.filter(actor -> actor.row().living()).map(List::of).orElse(List.of()), known)));
        }
        Listing listing = new Listing(Optional.of(namespace), name, key.map(EscapedKey::canonical), Optional.empty(),
            request.flag("include_destroyed"), request.optional("cursor").map(ActorRoutes::cursor), request.limit(100, 1_000));
        return actors.namespace(namespace).thenCompose(known -> actors.list(listing).thenApply(found -> page(found, known)));
    }

    private static RuntimeException invalid(String reason) {
        return ErrorCode.VALIDATION_INVALID_INPUT.error("reason", reason);
    }

    private static Listing.Cursor cursor(String text) {
        return Listing.Cursor.parse(text).orElseThrow(() -> Request.bad("cursor is not one of this list's"));
    }

    /** Those that are ids of the ids that were given. */
    private static List<String> ids(Request request) {
        List<String> given = new ArrayList<>(request.all("actor_id"));
        request.optional("actor_ids").ifPresent(list -> given.addAll(List.of(list.split(",", -1))));
        if (given.size() > MOST_IDS) {
            throw invalid("more than " + MOST_IDS + " actor ids");
        }
        List<String> ids = given.stream().map(String::strip).filter(ActorIds::isId).distinct().toList();
        if (ids.isEmpty() && !given.isEmpty()) {
            throw invalid("no actor id among the actor ids");
        }
        return ids;
    }

    private CompletionStage<HttpReply> byIds(List<String> ids, Namespace namespace) {
        CompletionStage<List<Snapshot>> found = CompletableFuture.completedFuture(new ArrayList<>());
        for (String id : ids) {
            found = found.thenCombine(actors.find(id), (list, actor) -> {
                actor.filter(one -> one.row().namespace().equals(namespace.name())).ifPresent(list::add);
                return list;
            });
        }
        return found.thenApply(list -> page(list, namespace));
    }

    private HttpReply page(List<Snapshot> found, Namespace namespace) {
        List<Map<String, Object>> list = found.stream().map(actor -> ActorJson.of(actor, namespace, actors.cluster().datacenter())).toList();
        return Json.reply(200, ActorJson.page("actors", list, found.isEmpty() ? null : Listing.Cursor.after(found.getLast().row()).toString()));
    }

    CompletionStage<HttpReply> names(Request request) {
        String namespace = request.only(PAGE).required("namespace");
        return actors.names(namespace, request.optional("cursor").orElse(""), request.limit(1_000, 1_000)).thenApply(names -> {
            Map<String, Object> metadata = new LinkedHashMap<>();
            names.forEach(name -> metadata.put(name, Map.of("metadata", Map.of())));
            return Json.reply(200, ActorJson.page("names", metadata, names.isEmpty() ? null : names.getLast()));
        });
    }

    CompletionStage<HttpReply> delete(Request request) {
        return existing(request).thenCompose(actors::condemn).thenApply(done -> nothing());
    }

    CompletionStage<HttpReply> sleep(Request request) {
        return existing(request).thenCompose(id -> Body.of(request.call(), Set.of()).thenApply(body -> {
            // who asks may be the actor itself, whose sleep waits for the end of its action: the answer does not wait
            actors.sleep(id, false);
            return nothing();
        }));
    }

    CompletionStage<HttpReply> reschedule(Request request) {
        return existing(request).thenCompose(id -> Body.of(request.call(), Set.of()).thenApply(body -> {
            actors.sleep(id, true);
            return nothing();
        }));
    }

    CompletionStage<HttpReply> key(Request request) {
        return existing(request).thenApply(id -> {
            // this engine keeps no keys beside an actor's own database
            throw ErrorCode.ACTOR_KV_KEY_NOT_FOUND.error();
        });
    }

    /** Returns the id of an actor that is there, in the namespace that was named. */
    private CompletionStage<String> existing(Request request) {
        String namespace = request.only(NAMESPACE).required("namespace");
        String id = request.variables().getFirst();
        if (!ActorIds.isId(id)) {
            throw Request.bad("not an actor id");
        }
        return actors.namespace(namespace).thenCompose(known -> actors.find(id)).thenApply(found -> {
            if (found.filter(actor -> actor.row().namespace().equals(namespace)).isEmpty()) {
                throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", id);
            }
            return id;
        });
    }

    private static HttpReply nothing() {
        return Json.reply(200, Map.of());
    }
}
