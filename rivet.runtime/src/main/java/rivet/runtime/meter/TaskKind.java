package rivet.runtime.meter;

import java.util.Locale;

/** The kinds of an actor's work that are counted apart (spec/core.md 11). */
public enum TaskKind {
    ACTION, HTTP, QUEUE_SEND, CONNECT, WEBSOCKET_CALLBACK, SCHEDULED_ACTION, DISCONNECT_CALLBACK, REGISTERED_TASK, RUN,
    /** What the platform does for itself: not counted. */
    NONE;

    /** Returns the value of its label. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
