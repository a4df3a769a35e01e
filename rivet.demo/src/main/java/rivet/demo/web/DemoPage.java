package rivet.demo.web;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardResource;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardTarget;

/** Serves the bundle's folder {@code static} under {@code /demo/}; the page is {@code /demo/index.html}. */
@Component(service = DemoPage.class)
@HttpWhiteboardResource(pattern = "/demo/*", prefix = "/static")
@HttpWhiteboardTarget(DemoPage.PUBLIC_HTTP)
public final class DemoPage {

    static final String PUBLIC_HTTP = "(osgi.http.endpoint=*)";
}
