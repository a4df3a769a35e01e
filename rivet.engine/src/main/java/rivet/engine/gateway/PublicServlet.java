package rivet.engine.gateway;

import java.io.IOException;
import java.util.Locale;

import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpFields;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** The one servlet of the public port, at {@code /*}, on a Jetty. */
public class PublicServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient PublicPort port;

    /** Makes the servlet of a port. */
    public PublicServlet(PublicPort port) {
        this.port = port;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServletContextRequest jetty = ServletContextRequest.getServletContextRequest(request);
        HttpFields fields = jetty.getHeaders();
        if (isSocket(request.getMethod(), fields.get("upgrade"))) {
            port.upgrade(request, response, jetty);
        } else {
            port.serve(request, response, fields, new Peer(jetty.getConnectionMetaData()));
        }
    }

    /** Over HTTP/2 a WebSocket is a CONNECT (RFC 8441); any other CONNECT is refused as a handshake that is none. */
    private static boolean isSocket(String method, String upgrade) {
        return upgrade != null && upgrade.toLowerCase(Locale.ROOT).contains("websocket") || method.equals("CONNECT");
    }
}
