package rivet.test.itest.actors.caller;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.client.ActorConnection;
import rivet.client.ActorHandle;
import rivet.client.TypeRef;

/** Calls {@link rivet.test.itest.actors.counter.Counter}, which is of another bundle, with classes of its own for what that says. */
@ActorType(value = Caller.TYPE, noSleep = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Caller extends Actor<Caller.State> {

    public static final String TYPE = "itest.caller";

    private static final String COUNTER = "itest.counter";

    /** What it heard. */
    public static final class State {

        /** Counts, in their order. */
        public List<Long> heard = new ArrayList<>();
    }

    /** An argument for the other. */
    public record Stride(long by, String label) {}

    /** What the other says: less than it knows. */
    public record Result(Stride step, Now now) {}

    /** Part of it. */
    public record Now(long count, Map<String, Long> labels) {}

    /** A row of the other. */
    public record Row(String label, long total) {}

    private List<CompletableFuture<?>> open = new ArrayList<>();

    @Override
    protected State createState(Input input) {
        return new State();
    }

    private ActorHandle counter(String key) {
        return client().getOrCreate(COUNTER, key);
    }

    /** Steps and returns the count that comes of it. */
    @Action
    public long stride(String key, long by) {
        return counter(key).call(Result.class, "step", new Stride(by, "by call")).now().count();
    }

    /** Returns the labels of the other. */
    @Action
    public List<String> labels(String key) {
        return counter(key).call(new TypeRef<List<Row>>() {}, "entries").stream().map(Row::label).toList();
    }

    /** Listens to the other from now on. */
    @Action
    public void listen(String key) {
        ActorConnection connection = counter(key).connect();
        connection.on("change", Result.class, change -> state().heard.add(change.now().count()));
        connection.awaitOpen();
    }

    /** Returns what it heard. */
    @Action
    public List<Long> heard() {
        return state().heard;
    }

    /** Calls and does not wait for the end. */
    @Action
    public void leaveOpen(String type, String key, String action, long argument) {
        open.add(client().getOrCreate(type, key).callLater(Result.class, action, argument));
    }

    /** Passes on what the other throws. */
    @Action
    public void fail(String key) {
        counter(key).call("fail");
    }

    /** Adds, so often. */
    @Action
    public long addOften(String key, int times) {
        long count = 0;
        for (int i = 0; i < times; i++) {
            count = counter(key).call(long.class, "add", 1);
        }
        return count;
    }
}
