/**
 * The inspector: what people and their tools see of an actor at {@code /inspector/...}, over HTTP and a WebSocket. Optional: while the bundle is not
 * there these paths are
 * {@code actor.not_found}, and no actor notices. Sees and does everything through {@link rivet.inspect.ActorInspection}.
 */
package rivet.inspector;
