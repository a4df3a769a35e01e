package rivet.runtime.actor;

/** Where the result of an action goes: a plain value. */
public interface ActionReply extends CallReply<Object> {}
