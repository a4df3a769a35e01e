package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.engine.testing.Await;
import rivet.spi.engine.SocketListener;

class SocketInboxTest {

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final SocketInbox inbox = new SocketInbox(3, 100, () -> heard.add("demand"), e -> heard.add(e.toString()));

    /** Opens the inbox for a listener to which nothing else refers. */
    private WeakReference<SocketListener> open() {
        SocketListener listener = new SocketListener() {
            @Override
            public void text(String text) {
                heard.add(text);
            }

            @Override
            public void binary(ByteBuffer data) {
                heard.add("binary");
            }

            @Override
            public void closed(int code, String reason) {
                heard.add(code + " " + reason);
            }
        };
        inbox.opened(listener);
        return new WeakReference<>(listener);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void afterTheEndItKeepsNothingOfTheActor(boolean endedBefore) throws Exception {
        inbox.take("a");
        if (endedBefore) {
            inbox.closed(1000, "bye");
        }
        WeakReference<SocketListener> listener = open();
        if (!endedBefore) {
            inbox.closed(1000, "bye");
        }
        assertThat(heard).containsExactly("a", "1000 bye");
        Await.until("the actor's end is collected", () -> {
            System.gc();
            return listener.get() == null;
        });
    }

    @Test
    void nothingMoreIsAskedForUntilHalfOfWhatItHoldsIsGone() {
        assertThat(inbox.take("a")).isTrue();
        assertThat(inbox.take("b")).isTrue();
        assertThat(inbox.take("c")).isFalse();
        open();
        assertThat(heard).containsExactly("a", "b", "demand", "c");
        SocketInbox other = new SocketInbox(1_000, 100, () -> {}, e -> {});
        assertThat(other.take("x".repeat(99))).isTrue();
        assertThat(other.take("x")).isFalse();
    }

    /** The listener comes at the very moment in which another frame does. */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aFrameDoesNotOvertakeThoseThatWaitedForTheListener(boolean again) throws Exception {
        for (int round = 0; round < 3_000; round++) {
            List<String> got = new CopyOnWriteArrayList<>();
            SocketInbox raced = new SocketInbox(100, 100, () -> {}, e -> got.add(e.toString()));
            SocketListener listener = new Numbered(got);
            raced.take("a");
            raced.take("b");
            CyclicBarrier together = new CyclicBarrier(2);
            Thread other = Thread.ofPlatform().start(() -> {
                try {
                    together.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
                raced.take("c");
            });
            together.await();
            if (again) {
                raced.resume(listener);
            } else {
                raced.opened(listener);
            }
            other.join();
            Await.until("all are heard", () -> got.size() == 3);
            assertThat(got).containsExactly("1:a", "2:b", "3:c");
        }
    }

    private static final class Numbered extends NumberedListener {

        private final List<String> got;

        Numbered(List<String> got) {
            this.got = got;
        }

        @Override
        public void text(String text, long index) {
            got.add(index + ":" + text);
        }

        @Override
        public void closed(int code, String reason) {
            got.add("closed");
        }
    }

    @Test
    void whatComesAfterTheEndIsNotHeard() {
        open();
        inbox.closed(1000, "bye");
        assertThat(inbox.take("late")).isFalse();
        inbox.closed(1001, "again");
        assertThat(heard).containsExactly("1000 bye");
    }
}
