package rivet.runtime.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import rivet.client.ActorConnection.Event;

/** Who listens to the events of a connection. Used in the order of the connection. */
final class Subscribers {

    /** One who listens. */
    record Subscriber(String event, Consumer<Event> listener, boolean once) {

        // each is itself: the same listener may be given twice
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private final Map<String, List<Subscriber>> byEvent = new LinkedHashMap<>();

    /** Returns whether it is the first for its event. */
    boolean add(Subscriber subscriber) {
        List<Subscriber> all = byEvent.computeIfAbsent(subscriber.event, event -> new ArrayList<>());
        all.add(subscriber);
        return all.size() == 1;
    }

    /** Returns whether it was the last for its event. */
    boolean remove(Subscriber subscriber) {
        List<Subscriber> all = byEvent.getOrDefault(subscriber.event, List.of());
        if (!all.contains(subscriber)) {
            return false;
        }
        all.remove(subscriber);
        if (all.isEmpty()) {
            byEvent.remove(subscriber.event);
        }
        return all.isEmpty();
    }

    List<Subscriber> of(String event) {
        return List.copyOf(byEvent.getOrDefault(event, List.of()));
    }

    List<String> events() {
        return List.copyOf(byEvent.keySet());
    }
}
