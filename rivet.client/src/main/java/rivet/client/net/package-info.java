/** Calling actors over the network, from programs outside the platform: start with {@link rivet.client.net.RivetClient}. */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.client.net;
