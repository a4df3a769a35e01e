package rivet.test.driver.db;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.osgi.service.component.annotations.Component;

/** Numbers that last as long as the process, beside anything that actors store: what their last hooks have to tell. */
@Component(service = ProcessMemory.class)
public final class ProcessMemory {

    private final Map<String, Long> numbers = new ConcurrentHashMap<>();

    /** Keeps a number. */
    void put(String name, long number) {
        numbers.put(name, number);
    }

    /** Adds one to a number, and returns what it is then. */
    long add(String name) {
        return numbers.merge(name, 1L, Long::sum);
    }

    /** Returns a number, or the other one if it was never kept. */
    long get(String name, long other) {
        return numbers.getOrDefault(name, other);
    }
}
