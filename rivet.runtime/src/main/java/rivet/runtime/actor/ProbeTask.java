package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.RivetException;
import rivet.runtime.store.Output;

/** Tells a test how far the frames of a socket have been dealt with (R-hib-20): the answer leaves when those before it are durable. */
final class ProbeTask extends ActorTask {

    private final Conn conn;
    private final RawSocket.Transport transport;
    private final HeldFrame frame;

    ProbeTask(Conn conn, RawSocket.Transport transport, HeldFrame frame) {
        super("probe", Optional.of(conn));
        this.conn = conn;
        this.transport = transport;
        this.frame = frame;
    }

    @Override
    protected boolean isLeftToNext() {
        return true;
    }

    @Override
    protected boolean outlivesInstance() {
        return false;
    }

    @Override
    protected void body(Instance running) {
        long index = conn.hibernation().orElseThrow().newestHandled();
        running.output(new Output() {

            @Override
            public void release() {
                transport.sendText("{\"__rivetkitTestHibernatableAckStateV1\":true,\"lastSentIndex\":" + index + ",\"lastAckedIndex\":" + index
                    + ",\"pendingIndexes\":[]}");
                frame.acknowledge();
            }

            @Override
            public void fail(RivetException error) {
                // it comes again
            }
        });
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        Failures.log(thrown, running.cell().specifier(), what());
    }

    @Override
    protected void refused(RivetException reason) {
        // it comes again
    }
}
