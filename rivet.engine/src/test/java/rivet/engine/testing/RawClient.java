package rivet.engine.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends what no library would. */
public final class RawClient implements AutoCloseable {

    /** An answer. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    private final Socket socket;
    private final InputStream in;

    public RawClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Reads a line without its end; null at the end of the stream. */
    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return line.size() == 0 ? null : line.toString(StandardCharsets.UTF_8);
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Reads status, headers and body of an answer. */
    public Answer answer() throws IOException {
        String status = line();
        if (status == null) {
            throw new IOException("no answer");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); line != null && !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        int code = Integer.parseInt(status.split(" ")[1]);
        return new Answer(code, headers, code == 101 || code == 204 ? "" : body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            return new String(in.readNBytes(Integer.parseInt(headers.get("content-length"))), StandardCharsets.UTF_8);
        }
        if (!headers.containsKey("transfer-encoding")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        StringBuilder body = new StringBuilder();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
            line();
        }
        line();
        return body.toString();
    }

    /** Reads one chunk of a chunked body; null if the stream ends before one does. */
    public String chunk() throws IOException {
        String size = line();
        if (size != null && size.isEmpty()) {
            // Jetty ends a chunk when it begins the next
            size = line();
        }
        return size == null ? null : new String(in.readNBytes(Integer.parseInt(size, 16)), StandardCharsets.UTF_8);
    }

    public int read() throws IOException {
        return in.read();
    }

    public byte[] read(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Sends no more, but goes on reading. */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection as a process does that is killed. */
    public void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
