/**
 * The durable queue of an actor (spec/core.md 6.1). What is stored is known in memory but for the bodies; all of it is used in turns of the actor, so that the turn
 * lock is the only lock. Each change is rows for the turn's commit, and an entry in a {@link rivet.runtime.queue.Journal} that undoes it should the turn come to nothing.
 */
package rivet.runtime.queue;
