/**
 * What becomes of actors: each one's life as a state machine ({@link rivet.engine.actor.ActorCell}), the bounded set of those in use
 * ({@link rivet.engine.actor.Cells}), their alarms, and the engine that the runtime sees. Drives the runtime through
 * {@link rivet.spi.engine.Hosting} and keeps everything durable through {@link rivet.engine.directory}.
 */
package rivet.engine.actor;
