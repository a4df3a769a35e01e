package rivet.test.driver;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.osgi.service.component.annotations.Component;

/** Ours, not of the driver suite: counts what actors did, beside anything that they store; it lasts as long as the process. */
@Component(service = Tally.class)
public final class Tally {

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /** Counts one more. */
    void add(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** Returns how often that was counted. */
    int of(String what) {
        return counts.getOrDefault(what, 0);
    }
}
