package rivet.runtime.actor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import rivet.actor.Concurrency;
import rivet.error.ErrorCode;
import rivet.spi.engine.HttpCall;

/**
 * The calls that actors of this process have under way, by the id that each carries in the header {@link HttpCall#CAUSE}: nobody outside knows these ids, so a chain
 * can be believed.
 */
public final class CallChains {

    private final Map<String, CallChain> underWay = new ConcurrentHashMap<>();

    /** Makes the calls of a process, none so far. */
    public CallChains() {
        // nothing is under way
    }

    void sent(String id, CallChain chain) {
        underWay.put(id, chain);
    }

    void over(String id) {
        underWay.remove(id);
    }

    /**
     * Finds out what led to a call that has come to an actor.
     *
     * @return false if it is an action that would have to wait for an action that waits for it, which its caller has been told
     */
    boolean admits(Cell cell, CallTask<?> task) {
        String id = underWay.isEmpty() ? "" : task.connection().flatMap(conn -> conn.request().header(HttpCall.CAUSE)).orElse("");
        CallChain chain = id.isEmpty() ? CallChain.NONE : underWay.getOrDefault(id, CallChain.NONE);
        task.causedBy(chain);
        if (task.isAction() && chain.comesFromActionOf(cell) && cell.code().map(code -> code.options().concurrency() == Concurrency.SERIAL).orElse(false)) {
            task.turnAway(ErrorCode.ACTOR_CALL_CYCLE.error("chain", chain + " -> " + cell.typeName() + " " + cell.specifier()).withActor(cell.specifier()));
            return false;
        }
        return true;
    }
}
