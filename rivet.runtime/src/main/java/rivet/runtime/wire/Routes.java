package rivet.runtime.wire;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import rivet.spi.route.ActorRoute;

/** Sub-paths of actors that other bundles answer. They come and go at any time. */
public final class Routes {

    /**
     * One of them.
     *
     * @param segment first segment of its paths
     * @param order of its service: the greatest counts
     */
    private record Entry(String segment, ActorRoute route, Order order) {}

    /**
     * The order of a service among others.
     *
     * @param ranking the greater counts
     * @param serviceId the lesser counts
     */
    public record Order(int ranking, long serviceId) implements Comparable<Order> {

        private static final Comparator<Order> BY_RANKING = Comparator.comparingInt(Order::ranking).thenComparing(Order::serviceId, Comparator.reverseOrder());

        @Override
        public int compareTo(Order other) {
            return BY_RANKING.compare(this, other);
        }
    }

    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    /** Adds a route. */
    public void add(String segment, ActorRoute route, Order order) {
        entries.add(new Entry(segment, route, order));
    }

    /** Removes a route. */
    public void remove(ActorRoute route) {
        entries.removeIf(entry -> entry.route == route);
    }

    /** Returns what answers a path, without its query, of which none of the platform's own routes knows. */
    Optional<ActorRoute> find(String path) {
        int end = path.indexOf('/', 1);
        String segment = path.isEmpty() ? "" : path.substring(1, end < 0 ? path.length() : end);
        return entries.stream().filter(entry -> entry.segment.equals(segment)).max(Comparator.comparing(Entry::order)).map(Entry::route);
    }
}
