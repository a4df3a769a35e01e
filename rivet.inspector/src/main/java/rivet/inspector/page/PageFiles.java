package rivet.inspector.page;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardTarget;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * The files of the page. It is one document, which asks no other host for anything; what it is made of has a name with a hash of its content, and may be
 * kept for good. Whatever nobody else on the port answers comes here too, and is not found.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/")
@HttpWhiteboardTarget("(rivet.endpoint=admin)")
public final class PageFiles extends HttpServlet {

    static final String POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final long serialVersionUID = 1L;
    private static final String ASSETS = "/assets/";
    private static final String DOCUMENT = "index.html";
    private static final Map<String, String> TYPES = Map.of("html", "text/html;charset=utf-8", "js", "text/javascript;charset=utf-8", "css",
        "text/css;charset=utf-8", "svg", "image/svg+xml");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getRequestURI();
        boolean asset = path.startsWith(ASSETS);
        String file = asset ? path.substring(ASSETS.length()) : path.equals("/") ? DOCUMENT : "";
        String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
        // a file of this bundle, in this folder
        try (InputStream found = type == null || !file.matches("[A-Za-z0-9_.-]+") ? null : PageFiles.class.getResourceAsStream("/web/" + file)) {
            if (found == null) {
                response.sendError(HttpServletResponse.SC_NOT_FOUND, file.equals(DOCUMENT) ? "This platform was built without the page, which takes npm" : "Not found");
                return;
            }
            response.setContentType(type);
            response.setHeader("content-security-policy", POLICY);
            response.setHeader("cache-control", asset ? "private, max-age=31536000, immutable" : "no-store");
            found.transferTo(response.getOutputStream());
        }
    }
}
