package rivet.test.sim;

/**
 * What came of a run.
 *
 * @param hash stands for all that happened
 * @param steps how many pieces of threads ran
 * @param calls how many calls clients made
 * @param commits how many commits reached the disk
 */
public record Outcome(long hash, long steps, int calls, int commits) {}
