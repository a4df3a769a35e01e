/**
 * How an optional bundle answers below a path of every actor: the inspector is one such bundle. The runtime provides nothing here; it uses the
 * {@link rivet.spi.route.ActorRoute}s that it finds in the service registry, which may come and go while actors run.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.spi.route;
