package rivet.inspector;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.route.RoutedActor;
import rivet.value.Undefined;

/** The inspector over HTTP: JSON in and out. Every path but those of the page's files asks for the token (R-insp-3, R-insp-5). */
final class InspectorHttp {

    private static final int MOST_MESSAGES = 1_000;
    private static final int MOST_ROWS = 500;
    private static final String ACTION = "action/";

    /** Answers one kind of request with a plain value. */
    private interface Handler {

        CompletionStage<?> answer(Ask ask);
    }

    private final Map<String, Handler> handlers = Map.ofEntries(
        Map.entry("GET state", ask -> ask.actor().snapshot().thenApply(actor -> Shapes.state(actor.state()))),
        Map.entry("PATCH state", InspectorHttp::patch),
        Map.entry("GET connections", ask -> ask.actor().snapshot().thenApply(actor -> Shapes.map("connections", Shapes.connections(actor.connections())))),
        Map.entry("GET rpcs", ask -> ask.actor().snapshot().thenApply(actor -> Shapes.map("rpcs", actor.actions()))),
        Map.entry("GET queue", ask -> ask.actor().queue((int) ask.paths().number("limit", 100, MOST_MESSAGES)).thenApply(Shapes::queue)),
        Map.entry("POST queue", InspectorHttp::send),
        Map.entry("DELETE queue", ask -> ask.actor().clearQueue().thenApply(done -> Map.of())),
        Map.entry("GET workflow-history", ask -> CompletableFuture.completedStage(Shapes.history())),
        Map.entry("POST workflow/replay", ask -> CompletableFuture.completedStage(Shapes.history())),
        Map.entry("GET traces", ask -> CompletableFuture.completedStage(Shapes.map("otlp", List.of(), "clamped", false))),
        Map.entry("GET database/schema", ask -> ask.actor().tables().thenApply(tables -> Shapes.map("schema", Shapes.schema(tables)))),
        Map.entry("GET database/rows", InspectorHttp::rows),
        Map.entry("POST database/execute", InspectorHttp::execute),
        Map.entry("GET summary", ask -> ask.actor().snapshot().thenApply(Shapes::summary)));

    /** Answers a request; fails only if nothing of it has begun, as {@link rivet.spi.route.ActorRoute#request} may. */
    CompletionStage<HttpReply> request(RoutedActor actor, HttpCall call) {
        try {
            Paths paths = Paths.of(call.target());
            if (call.method().equals("GET") && isPublic(paths.path())) {
                throw ErrorCode.INSPECTOR_UI_ASSET_NOT_FOUND.error("path", paths.path());
            }
            return actor.inspection().admits(Tokens.of(call.headers())).thenCompose(admitted -> {
                if (!admitted) {
                    throw ErrorCode.INSPECTOR_UNAUTHORIZED.error();
                }
                return answer(new Ask(actor.inspection(), call, paths));
            }).thenApply(Replies::json).exceptionallyCompose(failure -> failed(Replies.named(failure)));
        } catch (RivetException e) {
            return CompletableFuture.completedStage(Replies.error(e));
        }
    }

    /** What clients may send again is left to the platform, which sends it again itself. */
    private static CompletionStage<HttpReply> failed(RivetException error) {
        return error.status() == 503 ? CompletableFuture.failedStage(error) : CompletableFuture.completedStage(Replies.error(error));
    }

    private static boolean isPublic(String path) {
        return path.equals("ui") || path.startsWith("ui/") || path.equals("tab.css") || path.startsWith("custom-tabs/");
    }

    private CompletionStage<?> answer(Ask ask) {
        String path = ask.paths().path();
        if (ask.call().method().equals("POST") && path.startsWith(ACTION) && path.length() > ACTION.length()) {
            return action(ask, ask.paths().rest(ACTION));
        }
        Handler handler = handlers.get(ask.call().method() + " " + path);
        if (handler == null) {
            throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "inspector route", "id", path);
        }
        return handler.answer(ask);
    }

    private static CompletionStage<?> action(Ask ask, String name) {
        return ask.body().thenCompose(body -> ask.actor().call(name, Ask.arguments(body)))
            .thenApply(output -> Shapes.map("output", output == Undefined.UNDEFINED ? null : output));
    }

    private static CompletionStage<?> patch(Ask ask) {
        return ask.body().thenCompose(body -> ask.actor().setState(body.get("state"))).thenApply(done -> Map.of("ok", true));
    }

    private static CompletionStage<?> send(Ask ask) {
        return ask.body().thenCompose(body -> {
            Object content = body.containsKey("body") ? body.get("body") : Undefined.UNDEFINED;
            return ask.actor().send(Ask.text(body, "name", "Queue message name must not be empty"), content);
        }).thenApply(sent -> Shapes.map("id", Long.toString(sent.id()), "name", sent.name(), "createdAtMs", sent.createdAt().toEpochMilli()));
    }

    private static CompletionStage<?> rows(Ask ask) {
        String table = ask.paths().query().getOrDefault("table", "");
        if (table.isEmpty()) {
            throw Ask.invalid("table is required");
        }
        return ask.actor().rows(table, (int) ask.paths().number("limit", 100, MOST_ROWS), ask.paths().number("offset", 0, Long.MAX_VALUE))
            .thenApply(rows -> Shapes.map("rows", Shapes.rows(rows)));
    }

    private static CompletionStage<?> execute(Ask ask) {
        return ask.body().thenCompose(body -> ask.actor().execute(Ask.text(body, "sql", "sql is required"), Ask.arguments(body)))
            .thenApply(rows -> Shapes.map("rows", Shapes.rows(rows)));
    }
}
