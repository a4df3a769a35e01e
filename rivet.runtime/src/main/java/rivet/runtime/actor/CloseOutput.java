package rivet.runtime.actor;

import rivet.error.RivetException;
import rivet.runtime.store.Output;

/** The end of a connection, after everything that was sent to it before. */
record CloseOutput(Conn conn, int code, String reason) implements Output {

    @Override
    public void release() {
        conn.transport().ifPresent(transport -> transport.close(code, reason));
    }

    @Override
    public void fail(RivetException error) {
        release();
    }
}
