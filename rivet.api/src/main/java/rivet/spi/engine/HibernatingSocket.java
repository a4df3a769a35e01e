package rivet.spi.engine;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A client's WebSocket that an engine can keep open while the actor at its other end sleeps (R-hib-1 to R-hib-19). It does so if the listener that came from
 * {@link Hosting#open} says that it {@linkplain SocketListener#hibernates() hibernates}.
 * <p>
 * The engine numbers the client's frames from 1 and keeps each until it is {@linkplain #acknowledge acknowledged}: a bounded number, then the client has to wait. When
 * the generation has ended, a frame that is not acknowledged, or the next that comes, has the actor started again, and so has the end of the socket. The next start
 * is given the sockets that are open ({@link Hosting#start(ActorStart, java.util.List)}); it {@linkplain #resume resumes} those that it knows.
 */
@ProviderType
public interface HibernatingSocket extends ClientSocket {

    /** Returns the name of this socket. */
    SocketId id();

    /**
     * Tells that a frame is dealt with for good, so that it never comes again. Each frame by itself, in any order; without effect for one that was acknowledged.
     *
     * @param index as it came with the frame
     */
    void acknowledge(long index);

    /**
     * Tells that the socket is not to stay after all: it ends with the generation, as one whose listener does not hibernate, and what comes is not kept. Before the
     * generation has taken the socket in; for good.
     */
    void endWithGeneration();

    /**
     * Has another listener get what comes from now on, beginning with the first frame that is not acknowledged, whoever got it before. What the listener before
     * is being told ends first; it is told nothing more. If the client has gone, the listener hears of that, after those frames.
     */
    void resume(SocketListener listener);
}
