package rivet.test.driver;

import java.util.List;
import java.util.stream.IntStream;

import rivet.value.Undefined;

/** What the actors with large payloads take and give. */
final class LargePayload {

    /** What an action was given. */
    public record Request(List<String> items) {}

    /** What it was about; the items are {@code undefined} where there are none. */
    public record Summary(int itemCount, Object firstItem, Object lastItem) {

        static Summary of(List<String> items) {
            return items.isEmpty()
                ? new Summary(0, Undefined.UNDEFINED, Undefined.UNDEFINED)
                : new Summary(items.size(), items.getFirst(), items.getLast());
        }
    }

    /** Many items. */
    public record Response(List<String> items) {

        static Response of(int count) {
            return new Response(IntStream.range(0, count)
                .mapToObj(i -> "Item " + i + " with some additional text to increase size")
                .toList());
        }
    }

    private LargePayload() {}
}
