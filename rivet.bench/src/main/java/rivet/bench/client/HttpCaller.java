package rivet.bench.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Calls actions over HTTP one after the other and waits for each: for setting up, checking and timing single calls. */
public final class HttpCaller implements Closeable {

    private final HttpLink link;
    private final Answers answers = new Answers();
    private final Poller poller;

    private HttpCaller(HttpLink link) throws IOException {
        this.link = link;
        poller = new Poller(List.of(link));
    }

    public static HttpCaller open(URI server, ClientCodec codec) throws IOException {
        return new HttpCaller(HttpLink.open(server, codec, 0));
    }

    /**
     * What an action answered.
     *
     * @param number the result, {@link Double#NaN} if it is no number
     * @param generation how often the actor has started, 0 if the server does not say
     * @param nanos from sending to receiving
     */
    public record Answer(double number, long generation, long nanos) {
    }

    /**
     * Calls and waits.
     *
     * @throws BenchException if the answer is an error
     */
    public Answer call(Call call) throws IOException {
        answers.last = null;
        link.send(call, System.nanoTime());
        poller.flush();
        while (answers.last == null) {
            poller.poll(answers);
        }
        return answers.last;
    }

    @Override
    public void close() throws IOException {
        poller.close();
        link.close();
    }

    private static final class Answers implements Sink {

        private Answer last;

        @Override
        public void reply(Link link, Call call, long sentAt, Reply reply) {
            last = new Answer(reply.number(), reply.generation(), System.nanoTime() - sentAt);
        }

        @Override
        public void event(Link link, Reply reply) {
            throw new BenchException("event over HTTP");
        }
    }
}
