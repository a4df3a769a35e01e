package rivet.runtime.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;

/**
 * A way to actors. Nothing blocks. Stages fail with a {@link rivet.error.RivetException}; what they hold is not to be dependent on who asked.
 */
public interface Transport {

    /** A connection on its way or open. */
    interface Link {

        /** Sends a frame, after those before; only once a frame has come. Without effect on a closed link. */
        void send(Frame frame);

        /** Closes it, open or not; the listener hears nothing more. */
        void close(int code, String reason);
    }

    /** Hears what comes over a link, in order, one call at a time. */
    interface Listener {

        /** A frame came. */
        void frame(Frame frame);

        /** The link is closed or could not be opened; the last call. The reason may be of the form {@code group.code}. */
        void closed(int code, String reason);
    }

    /** Returns how messages are written. */
    Encoding encoding();

    /** Sends a request once. Any answer is a success, but for what says that it did not come to an actor. */
    CompletionStage<Reply> request(Target target, Outgoing request);

    /**
     * Opens a connection.
     *
     * @param params JSON; empty for none
     * @param headers to send along
     */
    Link connect(Target target, Optional<String> params, Map<String, List<String>> headers, Listener listener);

    /** Finds or, if the target says so, creates an actor; fails with {@code actor.not_found}. Returns its id. */
    CompletionStage<String> resolve(Target.ByKey target);

    /** Creates an actor; fails with {@code actor.duplicate_key}. Returns its id. */
    CompletionStage<String> create(Target.ByKey target);
}
