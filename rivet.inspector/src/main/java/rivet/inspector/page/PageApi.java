package rivet.inspector.page;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletAsyncSupported;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardTarget;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorQueries;
import rivet.inspect.ActorTransfers;
import rivet.inspect.Inspection;
import rivet.inspect.Meters;
import rivet.inspect.Rollouts;

/**
 * What the page asks for: JSON at {@code /api/...}, and streams of events at {@code /live/...}. A request that may change something has the header
 * {@value #HEADER}, which no page of another origin can add without asking first, and is never allowed to.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({"/api/*", "/live/*"})
@HttpWhiteboardServletAsyncSupported
@HttpWhiteboardTarget("(rivet.endpoint=admin)")
public final class PageApi extends HttpServlet {

    static final String HEADER = "x-rivet-inspector";
    private static final int BODY_LIMIT = 64 << 20;
    private static final long serialVersionUID = 1L;

    private final transient Routes routes = new Routes();
    private final transient Overview overview;
    private final transient Streams streams = new Streams();
    private final transient Live live;
    private final transient Transfers transfers;

    /** Makes the servlet; {@link Meters} come and go. */
    @Activate
    public PageApi(@Reference Inspection inspection, @Reference Rollouts rollouts, @Reference ActorEvents events, @Reference ActorQueries queries,
            @Reference ActorTransfers actorTransfers) {
        overview = new Overview(inspection, rollouts, InstantSource.system());
        new TypeRoutes(inspection, rollouts, overview).addTo(routes);
        new ActorRoutes(inspection).addTo(routes);
        new DataRoutes(inspection).addTo(routes);
        transfers = new Transfers(actorTransfers);
        live = new Live(inspection, overview, events, queries, streams);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addMeters(Meters added) {
        overview.add(added);
    }

    void removeMeters(Meters removed) {
        overview.remove(removed);
    }

    /** Pages that are open are told no more; they ask again. */
    @Deactivate
    void stop() {
        streams.close();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Answer answer = new Answer(request);
        try {
            boolean reads = request.getMethod().equals("GET");
            if (!reads && request.getHeader(HEADER) == null) {
                throw ErrorCode.API_FORBIDDEN.error("reason", "the header " + HEADER + " is needed");
            }
            Call asked = Call.of(request.getMethod(), path(request), request.getQueryString(), new byte[0]);
            if (Transfers.isExport(asked)) {
                transfers.leave(asked, request, response);
            } else if (Transfers.isImport(asked)) {
                answer.with(transfers.come(asked, request));
            } else {
                answer(reads ? asked : asked.with(body(request)), answer, request, response);
            }
        } catch (RivetException e) {
            answer.with(CompletableFuture.failedStage(e));
        }
    }

    private void answer(Call call, Answer answer, HttpServletRequest request, HttpServletResponse response) {
        if (request.getServletPath().equals("/live")) {
            live.begin(call, request, response);
        } else {
            answer.with(routes.answer(call));
        }
    }

    /** What follows the servlet's own path, as it was sent: ids and keys may have anything in them. */
    private static String path(HttpServletRequest request) {
        String path = request.getRequestURI();
        int start = path.indexOf(request.getServletPath());
        return start < 0 ? "" : path.substring(start + request.getServletPath().length());
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(BODY_LIMIT + 1);
        if (body.length > BODY_LIMIT) {
            throw ErrorCode.MESSAGE_INCOMING_TOO_LONG.error();
        }
        return body;
    }
}
