package rivet.runtime.store;

import rivet.error.RivetException;

/**
 * Something that leaves the actor: a reply, an event, a frame. Exactly one of the methods is called, once, on any thread; neither runs actor code
 * nor blocks.
 */
public interface Output {

    /** Lets it go: what it depends on is durable. */
    void release();

    /** Tells that it must not go: what it depends on could not be stored, or its actor ended. */
    void fail(RivetException error);
}
