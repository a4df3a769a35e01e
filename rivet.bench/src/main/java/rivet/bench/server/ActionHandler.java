package rivet.bench.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers HTTP actions. */
final class ActionHandler extends Handler.Abstract {

    private final Actors actors;

    ActionHandler(Actors actors) {
        this.actors = actors;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        int name = path.indexOf("/action/");
        if (name < 0) {
            return false;
        }
        ServerCodec codec = ServerCodec.of(request.getHeaders().get("x-rivet-encoding"));
        Actor actor = actors.get(path, request.getHttpURI().getQuery());
        ByteBuffer body = Content.Source.asByteBuffer(request);
        try {
            byte[] output = actor.call(codec.httpAction(path.substring(name + "/action/".length()), body), codec);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, codec.contentType());
            response.getHeaders().put("x-rivet-actor-generation", actor.generation());
            response.write(true, codec.httpResponse(output), callback);
        } catch (IllegalArgumentException e) {
            response.setStatus(400);
            response.write(true, ByteBuffer.wrap(e.toString().getBytes(StandardCharsets.UTF_8)), callback);
        }
        return true;
    }
}
