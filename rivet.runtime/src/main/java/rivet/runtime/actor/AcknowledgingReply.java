package rivet.runtime.actor;

import rivet.error.RivetException;

/** The answer to a call that came as a frame of a connection that hibernates: the frame is dealt with when the answer has left (R-hib-12, R-hib-13). */
public final class AcknowledgingReply implements ActionReply {

    private final HeldFrame frame;
    private final ActionReply reply;

    /** Makes a reply. */
    public AcknowledgingReply(HeldFrame frame, ActionReply reply) {
        this.frame = frame;
        this.reply = reply;
    }

    @Override
    public boolean isWanted() {
        return frame.isCurrent();
    }

    @Override
    public boolean comesAgain() {
        return true;
    }

    @Override
    public void ends(Instance running) {
        frame.handled(running);
    }

    @Override
    public Runnable value(Object output) {
        Runnable send = reply.value(output);
        return () -> {
            send.run();
            frame.acknowledge();
        };
    }

    @Override
    public void error(RivetException error) {
        if (!frame.comesAgain(error)) {
            reply.error(error);
            frame.acknowledge();
        }
    }

    @Override
    public void refused(RivetException reason) {
        if (!HeldFrame.comesAgainUnbegun(reason)) {
            reply.refused(reason);
            frame.acknowledge();
        }
    }
}
