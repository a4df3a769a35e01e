package rivet.inspector.page;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import jakarta.servlet.AsyncContext;

import rivet.inspect.ActorQueries;
import rivet.inspect.TypeQuery;
import rivet.inspector.Replies;

/** The open streams of all pages. Each is looked after once a second. */
final class Streams implements AutoCloseable {

    static final String TROUBLE = "trouble";
    private static final long PERIOD = 1;

    private final ScheduledExecutorService timer;
    private final Map<EventStream, Feed> open = new ConcurrentHashMap<>();
    private final Set<QueryAnswer> queries = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Streams() {
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = Thread.ofPlatform().name("inspector-page").daemon().inheritInheritableThreadLocals(false).unstarted(task);
            thread.setContextClassLoader(Streams.class.getClassLoader());
            return thread;
        });
        timer.scheduleWithFixedDelay(() -> {
            open.forEach(Streams::look);
            queries.forEach(QueryAnswer::ping);
        }, PERIOD, PERIOD, TimeUnit.SECONDS);
    }

    /** Begins a stream, which ends when nobody reads it any more. */
    void open(AsyncContext async, Function<EventStream, Feed> kind) {
        EventStream stream = new EventStream(async, this::ended);
        Feed feed = kind.apply(stream);
        open.put(stream, feed);
        look(stream, feed);
        if (closed) {
            stream.close();
        }
    }

    private static void look(EventStream stream, Feed feed) {
        try {
            feed.look();
        } catch (RuntimeException e) {
            stream.news(TROUBLE, Replies.body(Replies.named(e)));
        }
        stream.ping();
    }

    /** Begins the answer to a query. */
    void open(AsyncContext async, ActorQueries asked, TypeQuery query) {
        QueryAnswer answer = new QueryAnswer(async, queries::remove);
        queries.add(answer);
        answer.begin(asked, query);
        if (closed) {
            answer.close();
        }
    }

    private void ended(EventStream stream) {
        Feed feed = open.remove(stream);
        if (feed != null) {
            feed.close();
        }
    }

    /** Ends all streams, and those that are opened later. */
    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        open.keySet().forEach(EventStream::close);
        queries.forEach(QueryAnswer::close);
    }
}
