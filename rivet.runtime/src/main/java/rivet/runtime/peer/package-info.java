/** The way from the actors of this process to those of its engine, without a network where these live here as well. */
package rivet.runtime.peer;
