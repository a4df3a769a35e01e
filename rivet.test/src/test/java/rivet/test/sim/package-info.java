/**
 * Deterministic simulation: the whole runtime with an engine and a store in memory, under a virtual clock, on one carrier that picks what runs next by a
 * seeded random. All that happens in a run follows from its seed, so a run that fails is repeated by its number: {@code ./rivet simulate --from SEED --seeds 1 --trace}.
 * <p>
 * Everything here but {@link rivet.test.sim.Weaving} is used by one thread, the simulated carrier: what stands between two points at which a simulated thread may lose that
 * carrier is atomic, and needs no lock.
 */
package rivet.test.sim;
