package rivet.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/**
 * Writes a streamed body: each piece goes out as it comes, the next is asked for when the client has taken it.
 * <p>
 * Invariant: at most one thread, the one for which {@code writing} was set, touches the output or calls out; everybody else leaves
 * word under the lock. Never more than one piece is held.
 */
final class StreamWriter implements Flow.Subscriber<ByteBuffer>, WriteListener {

    /** What comes of it; one call. */
    interface End {
        void written();

        void broken(Throwable cause);
    }

    private enum Step { NONE, WRITE, FLUSH, ASK, END, BREAK }

    private final ServletOutputStream output;
    private final End end;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private Flow.Subscription source;
    private ByteBuffer piece;
    private boolean flush;
    private boolean asked;
    private boolean complete;
    private Throwable failure;
    private boolean over;
    private boolean writing;
    private boolean again;

    StreamWriter(ServletOutputStream output, End end) {
        this.output = output;
        this.end = end;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        note(() -> source = subscription);
    }

    @Override
    public void onNext(ByteBuffer next) {
        note(() -> {
            piece = next;
            asked = false;
        });
    }

    @Override
    public void onComplete() {
        note(() -> complete = true);
    }

    @Override
    public void onError(Throwable cause) {
        note(() -> failure = failure == null ? cause : failure);
    }

    @Override
    public void onWritePossible() {
        note(() -> {
            // the output says itself that it is ready
        });
    }

    /** Gives up: the exchange is over. */
    void abandon() {
        onError(new IOException("the request was answered"));
    }

    private void note(Runnable word) {
        lock.lock();
        try {
            word.run();
            if (writing) {
                again = true;
                return;
            }
            writing = true;
        } finally {
            lock.unlock();
        }
        do {
            go();
        } while (rest());
    }

    private boolean rest() {
        lock.lock();
        try {
            writing = again;
            again = false;
            return writing;
        } finally {
            lock.unlock();
        }
    }

    private void go() {
        try {
            boolean more = true;
            while (more) {
                more = take(step());
            }
        } catch (IOException | RuntimeException e) {
            onError(e);
        }
    }

    private Step step() {
        lock.lock();
        try {
            if (over || source == null) {
                return Step.NONE;
            }
            if (failure != null) {
                over = true;
                return Step.BREAK;
            }
            return piece != null ? Step.WRITE : flush ? Step.FLUSH : complete ? Step.END : asked ? Step.NONE : Step.ASK;
        } finally {
            lock.unlock();
        }
    }

    private boolean take(Step step) throws IOException {
        if (step == Step.NONE) {
            return false;
        }
        if (step == Step.BREAK) {
            source.cancel();
            end.broken(failure);
            return false;
        }
        if (!output.isReady()) {
            // onWritePossible goes on
            return false;
        }
        switch (step) {
            case WRITE -> write();
            case FLUSH -> {
                flush = false;
                output.flush();
            }
            case END -> {
                over = true;
                end.written();
            }
            default -> {
                asked = true;
                source.request(1);
            }
        }
        return true;
    }

    private void write() throws IOException {
        ByteBuffer next = piece;
        piece = null;
        flush = true;
        byte[] bytes = new byte[next.remaining()];
        next.get(bytes);
        output.write(bytes);
    }
}
