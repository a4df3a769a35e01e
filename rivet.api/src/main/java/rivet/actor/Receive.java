package rivet.actor;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Which messages of a {@link Queue} to receive, and how: {@code Receive.from("jobs", "tasks").atMost(10).within(Duration.ofSeconds(5))}.
 *
 * @param names those that a message may have; empty means any (R-queue-10)
 * @param count how many to receive at most, where several are received
 * @param timeout how long to wait; empty for as long as it takes, zero for not at all
 * @param completable whether the messages are to be completed
 * @param abort ends the waiting with {@code actor.aborted} when it completes, either way
 */
public record Receive(Set<String> names, int count, Optional<Duration> timeout, boolean completable, Optional<CompletionStage<?>> abort) {

    private static final Receive ANY = new Receive(Set.of(), 1, Optional.empty(), false, Optional.empty());

    /**
     * Makes a choice.
     *
     * @throws IllegalArgumentException if the count is not positive or the timeout is negative
     */
    public Receive {
        names = Set.copyOf(names);
        if (count < 1) {
            throw new IllegalArgumentException("count must be positive, not " + count);
        }
        if (timeout.isPresent() && timeout.get().isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, but is " + timeout.get());
        }
    }

    /** Returns the choice of any message. */
    public static Receive any() {
        return ANY;
    }

    /** Returns the choice of messages with one of the names; of any message if there are none. */
    public static Receive from(String... names) {
        return from(List.of(names));
    }

    /** Returns the choice of messages with one of the names; of any message if there are none. */
    public static Receive from(Collection<String> names) {
        return names.isEmpty() ? ANY : new Receive(Set.copyOf(names), 1, Optional.empty(), false, Optional.empty());
    }

    /** Returns this with a limit on the number of messages. */
    public Receive atMost(int messages) {
        return new Receive(names, messages, timeout, completable, abort);
    }

    /** Returns this with a limit on the waiting. */
    public Receive within(Duration time) {
        return new Receive(names, count, Optional.of(time), completable, abort);
    }

    /** Returns this for messages that are to be completed. */
    public Receive withCompletion() {
        return new Receive(names, count, timeout, true, abort);
    }

    /** Returns this with something that ends the waiting when it completes, either way. */
    public Receive unless(CompletionStage<?> aborted) {
        return new Receive(names, count, timeout, completable, Optional.of(aborted));
    }
}
