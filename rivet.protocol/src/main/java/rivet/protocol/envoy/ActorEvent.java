package rivet.protocol.envoy;

import java.util.Optional;
import java.util.OptionalLong;

/** What an envoy tells the engine of an actor. */
public sealed interface ActorEvent {

    /** An event and its place in the sequence of its generation. */
    record Numbered(Checkpoint checkpoint, ActorEvent inner) {}

    /** The actor wishes to sleep or to be destroyed; the engine answers with a stop command. */
    record ActorIntent(Intent intent) implements ActorEvent {}

    /** The actor runs, or has stopped. */
    record ActorStateUpdate(ActorState state) implements ActorEvent {}

    /** When the engine has to wake the actor, in milliseconds since 1970; empty: no more. */
    record ActorSetAlarm(OptionalLong alarmTs) implements ActorEvent {}

    /** What an actor wishes. */
    sealed interface Intent {

        /** To sleep. */
        record Sleep() implements Intent {}

        /** To be destroyed. */
        record Stop() implements Intent {}
    }

    /** What became of a start. */
    sealed interface ActorState {

        /** It takes requests. */
        record Running() implements ActorState {}

        /** It has stopped; {@code OK} without a stop command before it destroys the actor. */
        record Stopped(StopCode code, Optional<String> message) implements ActorState {}
    }

    /** How an actor stopped. */
    enum StopCode { OK, ERROR }
}
