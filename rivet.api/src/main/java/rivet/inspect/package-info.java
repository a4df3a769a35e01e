/**
 * What is going on: snapshots for people and their tools, and commands that act. All that shell, inspector and metrics see of the platform
 * is here. The runtime provides {@link rivet.inspect.Inspection}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.4.0")
package rivet.inspect;
