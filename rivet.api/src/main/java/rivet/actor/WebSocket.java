package rivet.actor;

import java.util.OptionalLong;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A WebSocket to the actor itself, see {@link Actor#onWebSocket}. Only for use inside a turn of its actor ({@code actor.wrong_thread} otherwise).
 * <p>
 * Handlers run in turns of their own, which begin in the order in which the frames came. What they throw is logged. A handler that is set before
 * {@code onWebSocket} has returned misses no frame; up to 256 frames may come before that.
 */
@ProviderType
public interface WebSocket {

    /**
     * Handles a frame.
     *
     * @param <T> String for a text frame, {@code byte[]} for a binary one
     */
    @FunctionalInterface
    interface FrameHandler<T> {

        /** Handles a frame. */
        void handle(T content) throws Exception;
    }

    /** Hears of the end of a socket. */
    @FunctionalInterface
    interface CloseHandler {

        /**
         * The socket is closed, by whichever side. Called once, before {@link Actor#onDisconnect}.
         *
         * @param code of the close frame; 1006 if there was none
         * @param reason of the close frame
         */
        void closed(int code, String reason) throws Exception;
    }

    /**
     * Returns the number of the frame whose handler is running, on a socket that {@linkplain ActorType#canHibernateWebSocket stays while the actor sleeps}; empty
     * otherwise. The first frame of a client is 1, and the numbers go on when the actor sleeps and wakes. A frame comes again, under its number, if the actor failed before what its handler did
     * was stored; a handler that awaits nothing runs to effect once.
     */
    OptionalLong frameIndex();

    /** Returns whether the actor had this socket before it slept or had to be restarted: its client has been greeted then, and only handlers have to be set. */
    boolean isRestored();

    /** Returns its connection, which has parameters, state and the request that opened it. */
    Connection connection();

    /** Sets what handles text frames. */
    void onText(FrameHandler<String> handler);

    /** Sets what handles binary frames. */
    void onBinary(FrameHandler<byte[]> handler);

    /** Sets what hears of the end. */
    void onClose(CloseHandler handler);

    /** Sends a text frame, once the turn is durable; without effect on a closed socket. */
    void send(String text);

    /** Sends a binary frame, once the turn is durable; without effect on a closed socket. */
    void send(byte[] content);

    /**
     * Closes the socket after everything that was sent before.
     *
     * @param code 1000, or 3000 to 4999
     * @param reason at most 123 bytes, the rest is cut off
     */
    void close(int code, String reason);
}
