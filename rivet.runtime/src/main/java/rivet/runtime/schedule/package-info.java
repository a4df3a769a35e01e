/** Scheduled calls and jobs of one actor: what there is, when it is due, how it is stored. Knows nothing of turns, threads or the engine. */
package rivet.runtime.schedule;
