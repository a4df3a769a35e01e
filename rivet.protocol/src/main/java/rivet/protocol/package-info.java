/**
 * What every codec of this bundle shares: how it says that bytes are not what they should be. Codecs here do no I/O, keep
 * no state and start no threads; each runs on its caller's thread and may be used by many at once.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol;
