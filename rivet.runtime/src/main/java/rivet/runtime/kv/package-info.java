/** The key-value store of an actor: rows of a table of the original's, in the transactions of the actor's turns. */
package rivet.runtime.kv;
