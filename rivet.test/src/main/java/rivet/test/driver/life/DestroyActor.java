package rivet.test.driver.life;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.WebSocket;

/** Can be destroyed, and tells of it. */
@ActorType(value = "destroyActor", sleepTimeout = 1_000, queues = "values")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DestroyActor extends Actor<DestroyActor.State> {

    /** A value, and the actor's own key. */
    @ImmutableState
    public record State(long value, String key) {}

    private String ephemeral = "fresh";
    @Override
    protected State createState(Input input) {
        return new State(0, "");
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.value(), String.join("/", key())));
    }

    @Override
    protected void onDestroy() {
        client().getOrCreate("destroyObserver", "observer").call("notifyDestroyed", state().key());
    }

    @Override
    protected Response onRequest(Request request) {
        return request.path().equals("/state") ? Response.json(Map.of("key", state().key(), "value", state().value())) : Response.of(404);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.send("{\"type\":\"welcome\",\"key\":\"" + state().key() + "\",\"value\":" + state().value() + "}");
    }

    /** Sets the value and saves it at once. */
    @Action
    public long setValue(long n) {
        updateState(s -> new State(n, s.key()));
        saveStateNow();
        return n;
    }

    /** Returns the value. */
    @Action
    public long getValue() {
        return state().value();
    }

    /** Sets a variable. */
    @Action
    public String setEphemeral(String text) {
        ephemeral = text;
        return ephemeral;
    }

    /** Returns it. */
    @Action
    public String getEphemeral() {
        return ephemeral;
    }

    /** Returns the body of a message, or null. */
    @Action
    public Object receiveValue() {
        return queue().tryNext("values").map(message -> message.body(Object.class)).orElse(null);
    }

    /** Asks for its destruction. */
    @Action
    public void destroy() {
        requestDestroy();
    }
}
