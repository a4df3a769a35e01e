package rivet.spi.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where actors live, as the runtime sees it. A service while it is attached. Failures are {@link rivet.error.RivetException}s with
 * the codes of spec/wire.md 10.
 */
@ProviderType
public interface Engine {

    /** A page of actors and the cursor of the next, if there may be one. */
    record Page(List<ActorRecord> actors, Optional<String> next) {}

    /** Returns the region of this process; empty if it has none. */
    String region();

    /** A running actor would like to sleep; the engine answers with a stop. */
    void intendSleep(String actorId, int generation);

    /**
     * A running actor would like to end for good, or with an error, to be stopped as crashed; the engine answers with a
     * stop.
     */
    void intendStop(String actorId, int generation, Optional<String> error);

    /**
     * Sets when the actor is to be woken if it sleeps by then; the latest call wins. Done when that is durable. If it fails, either this alarm or the
     * one before is the durable one; the actor is woken for that. What is due is in the actor's own database: an earlier alarm is set before that is
     * committed, a later one or none after it, since a wake for nothing does no harm.
     */
    CompletionStage<Void> setAlarm(String actorId, int generation, Optional<Instant> at);

    /**
     * There is a factory of a type again, or for the first time. What could not start for want of one need not wait any longer. Must return soon.
     *
     * @param typeName the actor type
     */
    default void typePresent(String typeName) {}

    /** Finds an actor by id, destroyed ones for a while included. */
    CompletionStage<Optional<ActorRecord>> find(String actorId);

    /** Finds the living actor of a key. */
    CompletionStage<Optional<ActorRecord>> find(String namespace, String name, List<String> key);

    /**
     * Creates an actor.
     *
     * @param input CBOR; empty for none
     * @param orGet whether an actor that has the key already is as good as a new one; else that fails with
     *        {@code actor.duplicate_key}
     */
    CompletionStage<ActorRecord> create(String namespace, String name, List<String> key, byte[] input, boolean orGet);

    /** Lists actors. */
    CompletionStage<Page> list(ActorQuery query);

    /** Counts actors by namespace and type, but for those destroyed. */
    CompletionStage<List<ActorTally>> tallies();

    /** Puts an actor to sleep; done when it sleeps. */
    CompletionStage<Void> sleep(String actorId);

    /** Stops an actor and starts it again, as a new generation; done when the old one has stopped. */
    CompletionStage<Void> reschedule(String actorId);

    /** Destroys an actor; done when it and all it stored are gone. */
    CompletionStage<Void> destroy(String actorId);

    /** Carries an HTTP request to an actor wherever it lives, waking it if it sleeps. */
    CompletionStage<HttpReply> request(String actorId, HttpCall call);

    /**
     * Carries a connection to an actor wherever it lives, waking it if it sleeps. Done when it was let in; what the actor thinks of it arrives at its end. Whoever
     * opened it tells the listener, once, when it is closed, by whichever side.
     */
    CompletionStage<SocketListener> open(String actorId, SocketCall call, ClientSocket socket);
}
