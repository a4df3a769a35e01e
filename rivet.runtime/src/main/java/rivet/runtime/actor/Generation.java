package rivet.runtime.actor;

import java.util.concurrent.CompletionStage;

import rivet.error.ActorSpecifier;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.StopCause;

/** One start of an actor and what comes of it, as those see it who begin and end it. */
public interface Generation {

    /** Returns the command that brought it here. */
    ActorStart start();

    /** Returns how errors name it. */
    ActorSpecifier specifier();

    /** Starts it; called once. Fails with a {@link rivet.error.RivetException} when nothing is left of it: it is over then. */
    CompletionStage<Void> begin();

    /** Stops it, after its start if it is starting; never before {@link #begin}. Done when nothing is left of it. Every call has the same end. */
    CompletionStage<Void> stop(StopCause cause);
}
