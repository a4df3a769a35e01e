/**
 * The engine in this process: which actors there are, when they run, and how clients reach them. Provides
 * {@link rivet.spi.engine.Engine} on {@link rivet.spi.storage.Storage} and {@link rivet.spi.engine.ActorHost}, and one servlet for the
 * public HTTP runtime. This package holds the components only.
 */
package rivet.engine;
