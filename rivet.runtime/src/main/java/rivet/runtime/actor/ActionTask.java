package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.type.ActionMethod;

/** A call of an action. */
final class ActionTask extends CallTask<Object> {

    private static final String RESPONSE_HOOK = "onBeforeActionResponse";

    private final String action;
    private final List<Object> arguments;

    ActionTask(String action, List<Object> arguments, Optional<Conn> connection, boolean visits, ActionReply reply) {
        super("action " + action, connection, visits, reply);
        this.action = action;
        this.arguments = arguments;
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.ACTION;
    }

    @Override
    boolean isAction() {
        return true;
    }

    @Override
    void ended(Instance running) {
        running.inbox().actionEnded();
    }

    /** Calls the action and the hook behind it; returns the answer as a plain value. */
    @Override
    Object call(Instance running) throws Exception {
        ActionMethod method = running.definition().action(action).orElseThrow(() -> ErrorCode.ACTOR_ACTION_NOT_FOUND.error("name", action));
        Object output = method.call(running.hooks().actor(), arguments);
        return running.code().mapper().toPlain(running.definition().overrides(RESPONSE_HOOK) ? beforeResponse(running, output) : output);
    }

    /** The hook has the time of an action for itself; the action's own has been enough. */
    private Object beforeResponse(Instance running, Object output) throws Exception {
        unwatch();
        Object[] replaced = new Object[1];
        Deadline.run(running, this, RESPONSE_HOOK, running.code().options().actionTimeout(),
            () -> replaced[0] = running.hooks().onBeforeActionResponse(action, arguments, output));
        return replaced[0];
    }
}
