package rivet.test.driver.queue;

import java.time.Duration;
import java.util.List;

import rivet.actor.Receive;

/** What a client says of the messages that it wants; each part may be missing. */
public record Choice(List<String> names, Integer count, Integer timeout) {

    /** Returns the same in the words of the queue. */
    static Receive of(Choice choice, List<String> names) {
        Receive how = Receive.from(names);
        if (choice != null && choice.count != null) {
            how = how.atMost(choice.count);
        }
        return choice == null || choice.timeout == null ? how : how.within(Duration.ofMillis(choice.timeout));
    }

    static Receive of(Choice choice) {
        return of(choice, choice.names == null ? List.of() : choice.names);
    }
}
