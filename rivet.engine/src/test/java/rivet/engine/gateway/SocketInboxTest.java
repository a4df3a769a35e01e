package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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
    void nothingMoreIsAskedForWhileAsMuchWaitsAsItHolds() {
        assertThat(inbox.take("a")).isTrue();
        assertThat(inbox.take("b")).isTrue();
        assertThat(inbox.take("c")).isFalse();
        open();
        assertThat(heard).containsExactly("a", "demand", "b", "c");
        SocketInbox other = new SocketInbox(1_000, 100, () -> {}, e -> {});
        assertThat(other.take("x".repeat(99))).isTrue();
        assertThat(other.take("x")).isFalse();
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
