package rivet.metrics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardTarget;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.inspect.Measure;
import rivet.inspect.Meters;

/** {@code /metrics} on the admin port, whose gate asks for the token. */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/metrics")
@HttpWhiteboardTarget("(rivet.endpoint=admin)")
public final class MetricsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient List<Meters> meters = new CopyOnWriteArrayList<>();
    private final transient Exposition exposition = new Exposition();

    /** Makes the servlet; {@link Meters} come and go. */
    @Activate
    public MetricsServlet(BundleContext context) {
        meters.add(new ProcessMeters(context.getBundle().getVersion().toString()));
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addMeters(Meters added) {
        meters.add(added);
    }

    void removeMeters(Meters removed) {
        meters.remove(removed);
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<Measure> measures = new ArrayList<>();
        meters.forEach(one -> measures.addAll(one.measures()));
        response.setContentType(exposition.contentType());
        exposition.write(measures, response.getOutputStream());
    }
}
