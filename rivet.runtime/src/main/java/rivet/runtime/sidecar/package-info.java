/**
 * The socket through which processes beside an actor use its database (R-sql-50 to R-sql-52). A request is work of the actor like any other, in turns of its own; a
 * transaction
 * is a piece of work that waits for what its process asks next. So whatever holds for the actor's own SQL holds here: order, durability, limits, what is out of reach.
 */
package rivet.runtime.sidecar;
