package rivet.inspector.page;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.inspect.ActorTransfers;
import rivet.inspector.Replies;
import rivet.protocol.value.JsonValues;

/** The answer that is an actor as a file. What fails before the first byte is told as ever; what fails later leaves a file that is no zip. */
final class ExportAnswer {

    private static final Logger LOG = LoggerFactory.getLogger(ExportAnswer.class);

    private final HttpServletResponse response;
    private final String id;
    /** Set by the thread that writes the file, and read when that has ended. */
    private volatile boolean begun;

    ExportAnswer(HttpServletResponse response, String id) {
        this.response = response;
        this.id = id;
    }

    /** Begins it; it ends when the file is written. */
    void with(ActorTransfers transfers, HttpServletRequest request) {
        AsyncContext async = request.startAsync();
        async.setTimeout(0); // as long as somebody reads
        CompletionStage<Void> written = transfers.exportTo(id, new File());
        written.whenComplete((done, failure) -> async.start(() -> end(async, failure)));
    }

    private void end(AsyncContext async, Throwable failure) {
        try {
            if (failure != null && !begun) {
                response.setStatus(Replies.named(failure).status());
                response.setContentType("application/json");
                response.getOutputStream().write(JsonValues.writeBytes(Replies.body(Replies.named(failure))));
            } else if (failure != null) {
                LOG.warn("Actor {} could not be exported to its end", id, failure);
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("A page went away before its answer", e);
        } finally {
            async.complete();
        }
    }

    /** Says what follows with the first byte. */
    private final class File extends OutputStream {

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!begun) {
                begun = true;
                response.setContentType("application/zip");
                response.setHeader("content-disposition", "attachment; filename=\"" + id.replaceAll("[^a-z0-9]", "") + ".rivet.zip\"");
            }
            response.getOutputStream().write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            if (begun) {
                response.getOutputStream().flush();
            }
        }
    }
}
