package rivet.runtime.actor;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorContext;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Queue;
import rivet.actor.StopReason;

/** An actor that does what the test says. */
public final class QueueScripted extends Actor<QueueScripted.State> {

    /** A count, and what cannot be stored if it is there. */
    @ImmutableState
    public record State(long count, Object poison) {}

    /** What it is to do. */
    interface Script {

        Object perform(QueueScripted self) throws Exception;
    }

    /** What the tests share with their actors. */
    static final class Stage {

        final Map<String, Script> scripts = new ConcurrentHashMap<>();
        final List<String> trace = new CopyOnWriteArrayList<>();
        final List<String> hooks = new CopyOnWriteArrayList<>();
        final Map<String, Object> facts = new ConcurrentHashMap<>();
    }

    private final Stage stage;

    QueueScripted(Stage stage) {
        this.stage = stage;
    }

    @Override
    protected State createState(Input input) {
        return new State(0, null);
    }

    @Action
    public Object perform(String script) throws Exception {
        return stage.scripts.get(script).perform(this);
    }

    @Override
    protected void run() throws Exception {
        if (stage.scripts.containsKey("run")) {
            stage.scripts.get("run").perform(this);
        }
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        if (stage.scripts.containsKey("onSleep")) {
            stage.scripts.get("onSleep").perform(this);
        }
    }

    @Override
    protected boolean canPublish(String queue, Connection connection) {
        stage.hooks.add("canPublish " + queue + " by " + connection.paramsOr(String.class, "nobody"));
        return !queue.equals("locked");
    }

    @Override
    protected void onConnect(Connection connection) {
        stage.hooks.add("onConnect");
    }

    @Override
    protected void onDisconnect(Connection connection) {
        stage.hooks.add("onDisconnect");
    }

    Queue messages() {
        return queue();
    }

    ActorContext<State> self() {
        return context();
    }

    void add(long n) {
        updateState(s -> new State(s.count() + n, s.poison()));
    }

    /** Makes the end of the turn fail. */
    void poison() {
        updateState(s -> new State(s.count(), new Unstorable()));
    }

    <T> T waitFor(CompletionStage<T> stage) {
        return await(stage);
    }

    /** Fails to be encoded. */
    public static final class Unstorable {

        /** Jackson asks. */
        public String getValue() {
            throw new IllegalStateException("cannot be stored");
        }
    }
}
