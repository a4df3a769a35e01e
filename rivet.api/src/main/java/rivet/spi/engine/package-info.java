/**
 * The seam between the runtime, which runs actors in this process, and an engine, which decides which actors those are and
 * carries requests to them. The runtime provides {@link rivet.spi.engine.ActorHost}; an engine bundle ({@code rivet.engine} in this
 * process, {@code rivet.envoy} for a cluster) attaches itself to it and provides {@link rivet.spi.engine.Engine}.
 * <p>
 * Contract of generations (spec/core.md 2.9, R-reg): the engine raises the generation durably before it starts an actor, gives up on
 * every older generation before, and stops each generation once. All that an engine says about an actor names the
 * generation it means; what it says about another is ignored.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.3.0")
package rivet.spi.engine;
