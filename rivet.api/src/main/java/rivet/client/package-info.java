/**
 * Calling actors: for actors, which get an {@link rivet.client.ActorClient} from {@link rivet.actor.ActorContext#client()}, and for other programs, which make one with
 * {@code rivet.client.net.RivetClient} of the bundle {@code rivet.client}. What is called is found by the name of its type and its key, or by its id. Arguments and
 * results cross as values, mapped with Jackson on either side by the classes of that side.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.client;
