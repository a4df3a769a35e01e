/**
 * What the runtime and the engine need of a store: an actor's own SQLite database, and named databases of the platform. One
 * service, {@link rivet.spi.storage.Storage}, is provided by a bundle such as {@code rivet.sqlite}.
 * <p>
 * Everything is asynchronous: results arrive on threads of the store, which must not be held up. Operations on one
 * {@link rivet.spi.storage.Database} run in the order of the calls; those on different databases run beside each other. Blocking native
 * work stays on the store's own platform threads.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.2.0")
package rivet.spi.storage;
