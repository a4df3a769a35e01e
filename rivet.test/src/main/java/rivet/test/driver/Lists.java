package rivet.test.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists that never change. */
final class Lists {

    private Lists() {}

    /** Returns the list with one more item at its end. */
    static <T> List<T> append(List<? extends T> list, T item) {
        List<T> longer = new ArrayList<>(list);
        longer.add(item);
        return Collections.unmodifiableList(longer);
    }
}
