package rivet.runtime.actor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.actor.Request;
import rivet.actor.Response;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.body.BodyPipe;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.store.Output;
import rivet.runtime.type.ActorOptions;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/** An HTTP request that the actor answers itself (R-http-13, R-http-14). */
final class RawRequestTask extends CallTask<HttpReply> {

    private static final HttpReply NOT_FOUND = new HttpReply(404, Map.of(), HttpBody.empty());

    private final Request request;
    private Optional<BodyPipe> stream = Optional.empty();

    RawRequestTask(Request request, Conn visitor, CallReply<HttpReply> reply) {
        super("onRequest", Optional.of(visitor), true, reply);
        this.request = request;
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.HTTP;
    }

    @Override
    Duration limit(ActorOptions options) {
        return options.onRequestTimeout();
    }

    @Override
    HttpReply call(Instance running) throws Exception {
        if (!running.definition().overrides("onRequest")) {
            return NOT_FOUND;
        }
        Response response = running.hooks().onRequest(request);
        if (response == null) {
            throw ErrorCode.ACTOR_INVALID_RESPONSE.error();
        }
        return new HttpReply(response.status(), response.headers(), body(running, response.body()));
    }

    private HttpBody body(Instance running, Response.Body body) {
        return switch (body) {
            case Response.Bytes(byte[] content) -> HttpBody.of(content);
            case Response.Json(Object value) -> HttpBody.of(running.code().mapper().toJson(value));
            case Response.Stream(Response.Source source) -> stream(running, source);
        };
    }

    private HttpBody stream(Instance running, Response.Source source) {
        BodyPipe pipe = new BodyPipe();
        stream = Optional.of(pipe);
        StreamTask task = new StreamTask(source, pipe, connection());
        if (!running.submitUnlimited(task)) {
            task.refused(running.endReason());
        }
        return HttpBody.streamed(pipe);
    }

    /** Nobody will read it. */
    @Override
    void unheard(HttpReply output) {
        stream.ifPresent(BodyPipe::cancel);
    }

    /** Writes the pieces of an answer. */
    private static final class StreamTask extends ActorTask {

        private final Response.Source source;
        private final BodyPipe pipe;

        StreamTask(Response.Source source, BodyPipe pipe, Optional<Conn> connection) {
            super("answer to onRequest", connection);
            this.source = source;
            this.pipe = pipe;
        }

        @Override
        protected void body(Instance running) throws Exception {
            source.write(piece -> write(running, piece));
            running.output(new Piece(pipe, pipe::end));
        }

        private void write(Instance running, byte[] piece) throws IOException {
            running.check("write");
            var room = pipe.announce(piece.length);
            byte[] copy = piece.clone();
            running.output(new Piece(pipe, () -> pipe.add(copy)));
            if (room.isPresent()) {
                running.await("write", room.get());
            }
        }

        @Override
        protected void failed(Instance running, Throwable thrown) {
            RivetException error = running.errorFor(thrown, what());
            running.output(new Piece(pipe, () -> pipe.fail(error)));
        }

        @Override
        protected void cutOff(RivetException reason) {
            pipe.fail(reason);
        }

        @Override
        protected void refused(RivetException reason) {
            pipe.fail(reason);
        }
    }

    /** Something of a body on its way out; what a failed commit takes back breaks the body off. */
    private record Piece(BodyPipe pipe, Runnable move) implements Output {

        @Override
        public void release() {
            move.run();
        }

        @Override
        public void fail(RivetException error) {
            pipe.fail(error);
        }
    }
}
