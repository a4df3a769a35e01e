/** How the awake actors of a type are moved to other code, at a pace. */
package rivet.runtime.rollout;
