package rivet.inspect;

import java.util.List;

/**
 * A turn that has run for longer than it should, or was abandoned because it ignored its interruption.
 *
 * @param actorId whose turn
 * @param type its type
 * @param what what runs: an action or a hook
 * @param millis for how long
 * @param abandoned whether the actor has been restarted without it
 * @param thread the thread's name
 * @param stack where it is, outermost last
 */
public record StuckTurn(String actorId, String type, String what, long millis, boolean abandoned, String thread, List<String> stack) {}
