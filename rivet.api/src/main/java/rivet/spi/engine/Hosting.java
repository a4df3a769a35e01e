package rivet.spi.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * What an engine tells the runtime that it is attached to. Called from any thread; nothing blocks but {@link #close}. Results
 * arrive on threads of the runtime or of its storage, which must not be held up.
 */
@ProviderType
public interface Hosting extends AutoCloseable {

    /** What the runtime knows of an actor type. */
    enum TypeStatus {
        /** There is a factory. */
        PRESENT,
        /** There was a factory since this process started; actors of the type can start again when it returns. */
        ABSENT,
        /** There was none since this process started. */
        UNKNOWN
    }

    /** Returns what is known of an actor type now. */
    TypeStatus status(String typeName);

    /**
     * Returns whether actors of a type go on by themselves: if the process ends, in whatever way, while one of them is awake, it is started again when the
     * engine is back, without anybody asking. So it is with a type that has a run handler. False for a type without a factory.
     */
    default boolean resumes(String typeName) {
        return false;
    }

    /**
     * Starts an actor; done when it is ready for requests. A start for a type without a factory waits for one for a bounded
     * time. Fails with a {@link rivet.error.RivetException}: the generation is then over, no stop follows.
     */
    CompletionStage<Void> start(ActorStart start);

    /**
     * Starts an actor whose clients have stayed. Before the start is done, each socket is {@linkplain HibernatingSocket#resume resumed}, or it is not known, as what was
     * stored of it was lost: then the engine closes it with code 1000 and {@code ws.meta_not_found_during_restore} (R-hib-4 to R-hib-7).
     *
     * @param held the sockets that hibernated and are still open
     */
    default CompletionStage<Void> start(ActorStart start, List<HibernatingSocket> held) {
        return start(start);
    }

    /**
     * Stops a generation: running work is given its grace, state is saved, and for a cause that destroys, the actor's destroy hook
     * runs. Done when nothing of the generation is left, in any case within bounds. Deleting what a destroyed actor stored is
     * the engine's. Done at once for a generation that does not run. A stop
     * that destroys, during one that does not, makes that one destroy; no other stop is called for twice.
     */
    CompletionStage<Void> stop(String actorId, int generation, StopCause cause);

    /** Tells that the time of {@link Engine#setAlarm} has come while the actor runs. */
    void alarm(String actorId, int generation);

    /**
     * Carries an HTTP request to a running actor: paths as in spec/wire.md 7. Never fails but with {@link NotAdmittedException}, and then
     * the request has certainly not begun.
     */
    CompletionStage<HttpReply> request(String actorId, int generation, HttpCall call);

    /**
     * Carries a WebSocket to a running actor, accepted already: paths as in spec/wire.md 8. What the runtime thinks of it arrives over the
     * socket. A socket that is a {@link HibernatingSocket} outlives the generation if its listener {@linkplain SocketListener#hibernates() says so}.
     *
     * @throws NotAdmittedException if the actor takes no new work; nothing has begun
     */
    SocketListener open(String actorId, int generation, SocketCall call, ClientSocket socket);

    /** Detaches: every actor is put to sleep, within the bounds of {@link #stop}. Blocks until that is done. */
    @Override
    void close();
}
