/**
 * Which actors there are: the engine's durable directory, kept in the platform database {@code engine} through
 * {@link rivet.spi.storage.Storage}. One writer commits in groups; reads are queries. What is known of an actor while it is in use is
 * held, bounded, by {@code rivet.engine.actor}.
 */
package rivet.engine.directory;
