package rivet.runtime.actor;

import rivet.error.RivetException;
import rivet.runtime.store.Output;

/** An event on its way to a connection. */
record EventOutput(EncodedEvent event, Conn.Transport to) implements Output {

    @Override
    public void release() {
        to.event(event);
    }

    @Override
    public void fail(RivetException error) {
        // what the event tells of did not happen
    }
}
