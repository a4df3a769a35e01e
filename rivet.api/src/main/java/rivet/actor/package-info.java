/**
 * What authors of actors compile against: extend {@link rivet.actor.Actor}, name the type with
 * {@link rivet.actor.ActorType}, mark methods with {@link rivet.actor.Action}, and register the class as a
 * prototype-scoped service (usually with Declarative Services).
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.5.0")
package rivet.actor;
