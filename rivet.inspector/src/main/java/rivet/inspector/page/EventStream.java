package rivet.inspector.page;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

import jakarta.servlet.AsyncContext;

import rivet.protocol.value.JsonValues;

/**
 * What one open page is told as it happens: server-sent events. Of news with the same name only the newest waits, and what would say the same again is left
 * out. Lines are all told in order; of a page that reads too slowly some are left out, and it is told how many.
 * <p>
 * Invariant: while {@code writing}, one thread writes; what waits is bounded by the number of names and {@link #MOST_LINES}.
 */
final class EventStream extends OpenAnswer {

    private static final int MOST_LINES = 500;
    private static final String LOST = "lost";
    private static final byte[] NOTHING = ": \n\n".getBytes(StandardCharsets.UTF_8);

    private final Consumer<EventStream> gone;
    // guarded by this
    private final Map<String, byte[]> newest = new LinkedHashMap<>();
    private final Map<String, byte[]> told = new HashMap<>();
    private final Queue<byte[]> lines = new ArrayDeque<>();
    private int lost;
    private boolean writing;

    EventStream(AsyncContext async, Consumer<EventStream> gone) {
        super(async);
        this.gone = gone;
    }

    /** Tells how something is now. */
    void news(String name, Object plain) {
        byte[] event = event(name, plain);
        synchronized (this) {
            if (Arrays.equals(told.get(name), event)) {
                newest.remove(name);
                return;
            }
            newest.put(name, event);
        }
        write();
    }

    /** Tells that something happened. */
    void line(String name, Object plain) {
        byte[] event = event(name, plain);
        synchronized (this) {
            if (lines.size() < MOST_LINES) {
                lines.add(event);
            } else {
                lost++;
                return;
            }
        }
        write();
    }

    /** Says nothing, to find out whether anybody listens. */
    @Override
    void ping() {
        synchronized (this) {
            if (!newest.isEmpty() || !lines.isEmpty()) {
                return;
            }
            lines.add(NOTHING);
        }
        write();
    }

    private static byte[] event(String name, Object plain) {
        // JSON as it is written here has no line breaks
        return ("event: " + name + "\ndata: " + JsonValues.write(plain) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write() {
        synchronized (this) {
            if (writing || isOver()) {
                return;
            }
            writing = true;
        }
        start(this::writeAll);
    }

    private void writeAll() {
        try {
            OutputStream out = async().getResponse().getOutputStream();
            for (byte[] next = next(); next != null; next = next()) {
                out.write(next);
                out.flush();
            }
        } catch (IOException | IllegalStateException e) {
            close(); // the page is gone: there is nobody to tell
        }
    }

    private synchronized byte[] next() {
        if (isOver()) {
            return null;
        }
        for (Map.Entry<String, byte[]> one : newest.entrySet()) {
            newest.remove(one.getKey());
            told.put(one.getKey(), one.getValue());
            return one.getValue();
        }
        byte[] line = lines.poll();
        if (line == null && lost > 0) {
            line = event(LOST, lost);
            lost = 0;
        }
        writing = line != null;
        return line;
    }

    @Override
    void ended() {
        gone.accept(this);
    }
}
