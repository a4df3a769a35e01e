package rivet.inspector;

import java.util.concurrent.CompletionStage;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.route.ActorRoute;
import rivet.spi.route.RoutedActor;

/** {@code /inspector/...} of every actor. */
@Component(property = ActorRoute.SEGMENT + "=" + Paths.SEGMENT)
public final class InspectorRoute implements ActorRoute {

    private final InspectorHttp http = new InspectorHttp();
    private final Sockets sockets = new Sockets();

    @Override
    public CompletionStage<HttpReply> request(RoutedActor actor, HttpCall call) {
        return http.request(actor, call);
    }

    @Override
    public SocketListener open(RoutedActor actor, SocketCall call, ClientSocket socket) {
        return sockets.open(actor, call, socket);
    }

    /** Nothing that was opened here outlives this. */
    @Deactivate
    void stop() {
        sockets.close();
    }
}
