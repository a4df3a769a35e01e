package rivet.inspector.page;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.error.ErrorCode;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorQueries;
import rivet.inspect.ActorSearch;
import rivet.inspect.EventFilter;
import rivet.inspect.Inspection;
import rivet.inspect.TypeQuery;

/** What is answered bit by bit: {@code /live/...}. */
final class Live {

    private final Inspection inspection;
    private final Overview overview;
    private final ActorEvents events;
    private final ActorQueries queries;
    private final Streams streams;

    Live(Inspection inspection, Overview overview, ActorEvents events, ActorQueries queries, Streams streams) {
        this.inspection = inspection;
        this.overview = overview;
        this.events = events;
        this.queries = queries;
        this.streams = streams;
    }

    void begin(Call call, HttpServletRequest request, HttpServletResponse response) {
        List<String> path = call.path();
        switch (path.isEmpty() ? "" : path.getFirst() + " " + path.size()) {
            case "overview 1" -> streams.open(stream(request, response), stream -> new LiveOverview(overview, stream));
            case "actors 2" -> streams.open(stream(request, response), stream -> new Watched(inspection, path.get(1), stream));
            case "events 1" -> {
                EventFilter filter = new EventFilter(call.given("type"), call.given("actor"), Set.of(), call.given("failures").isPresent());
                streams.open(stream(request, response), stream -> new EventFeed(events, filter, stream));
            }
            case "sql 1" -> query(call, request, response);
            default -> throw ErrorCode.API_NOT_FOUND.error("path", String.join("/", path));
        }
    }

    private static AsyncContext stream(HttpServletRequest request, HttpServletResponse response) {
        response.setContentType("text/event-stream;charset=utf-8");
        return request.startAsync();
    }

    /** A body {@code {type, sql, args}}, and {@code namespace}, {@code text} and {@code condition} as of a search in the query; answered by JSON values, a line each. */
    private void query(Call call, HttpServletRequest request, HttpServletResponse response) {
        ActorSearch search = ActorRoutes.search(call);
        ActorSearch which = new ActorSearch(Optional.of(call.text("type")), search.namespace(), search.text(), search.condition(), Optional.empty(), search.limit());
        TypeQuery query = TypeQuery.of(which, call.text("sql"), call.list("args"));
        response.setContentType("application/x-ndjson;charset=utf-8");
        streams.open(request.startAsync(), queries, query);
    }
}
