package rivet.demo.web;

import java.io.IOException;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardFilterPattern;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardResource;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardTarget;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Serves the bundle's folder {@code static} under {@code /demo/}; {@code /demo} itself leads to its page. */
@Component(service = Filter.class)
@HttpWhiteboardResource(pattern = "/demo/*", prefix = "/static")
@HttpWhiteboardFilterPattern("/demo/*")
@HttpWhiteboardTarget(DemoPage.PUBLIC_HTTP)
public final class DemoPage extends HttpFilter {

    static final String PUBLIC_HTTP = "(rivet.endpoint=public)";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        // a reproducible build dates all files alike: a browser that stored one would never see the next version of it
        response.setHeader("Cache-Control", "no-store");
        String root = request.getContextPath() + "/demo";
        if (request.getRequestURI().equals(root) || request.getRequestURI().equals(root + "/")) {
            response.sendRedirect(root + "/index.html");
        } else {
            chain.doFilter(request, response);
        }
    }
}
