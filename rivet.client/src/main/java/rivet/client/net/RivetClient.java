package rivet.client.net;

import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import rivet.client.ActorClient;
import rivet.client.ActorHandle;
import rivet.client.CreateOptions;
import rivet.runtime.client.Handles;
import rivet.runtime.time.SystemTime;
import rivet.runtime.value.ValueMapper;

/**
 * Calls the actors of a Rivet platform over HTTP and WebSockets, as the npm client does:
 * {@snippet :
 * try (RivetClient client = RivetClient.connect(URI.create("http://127.0.0.1:6420"))) {
 *     ActorHandle counter = client.getOrCreate("counter", "a");
 *     long count = counter.call(long.class, "increment", 5);
 * }
 * }
 * May be used by many threads; has a thread for its timers and virtual ones for everything else. Failures of the network are {@code client.request_failed}, and are
 * not tried again: the request may have been done. At most 10,000 calls and connections may be under way ({@code client.overloaded}).
 */
public final class RivetClient implements ActorClient, AutoCloseable {

    private final ExecutorService threads;
    private final SystemTime time;
    private final HttpClient http;
    private final NetworkCaller caller;
    private final Handles handles;

    private RivetClient(URI endpoint, ClientOptions options) {
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("rivet-client-", 0).factory());
        time = new SystemTime(Thread.ofPlatform().name("rivet-client-timer").daemon().factory());
        http = HttpClient.newBuilder()
            .executor(threads)
            .connectTimeout(options.connectTimeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(endpoint.getScheme().equals("https") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .build();
        caller = new NetworkCaller(threads, time, new ValueMapper());
        handles = new Handles(caller, new HttpTransport(http, time, new Addresses(endpoint, options), options));
    }

    /** Makes a client of the platform at that address, with {@link ClientOptions#DEFAULT the usual options}. Nothing is sent yet. */
    public static RivetClient connect(URI endpoint) {
        return connect(endpoint, ClientOptions.DEFAULT);
    }

    /**
     * Makes a client. Nothing is sent yet.
     *
     * @param endpoint {@code http} or {@code https}, perhaps with a path that comes before all others; user and password in it are namespace and token
     * @throws IllegalArgumentException if it is something else, or has a query or a fragment
     */
    public static RivetClient connect(URI endpoint, ClientOptions options) {
        if (endpoint.getHost() == null || !"http".equals(endpoint.getScheme()) && !"https".equals(endpoint.getScheme()) || endpoint.getRawQuery() != null
            || endpoint.getRawFragment() != null) {
            throw new IllegalArgumentException("an endpoint is http(s)://host[:port][/path], not " + endpoint.getScheme() + "://" + endpoint.getHost());
        }
        return new RivetClient(endpoint, withCredentials(endpoint, options));
    }

    private static ClientOptions withCredentials(URI endpoint, ClientOptions options) {
        String user = endpoint.getRawUserInfo();
        if (user == null) {
            return options;
        }
        int colon = user.indexOf(':');
        ClientOptions named = options.withNamespace(decode(colon < 0 ? user : user.substring(0, colon)));
        return colon < 0 ? named : named.withToken(decode(user.substring(colon + 1)));
    }

    private static String decode(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public ActorHandle get(String type, List<String> key) {
        return handles.get(type, key);
    }

    @Override
    public ActorHandle getOrCreate(String type, List<String> key, CreateOptions options) {
        return handles.getOrCreate(type, key, options);
    }

    @Override
    public ActorHandle create(String type, List<String> key, CreateOptions options) {
        return handles.create(type, key, options);
    }

    @Override
    public ActorHandle getForId(String actorId) {
        return handles.getForId(actorId);
    }

    /** Closes every connection; what is under way fails with {@code client.closed}. */
    @Override
    public void close() {
        caller.close();
        http.shutdownNow();
        time.close();
        threads.shutdown();
    }
}
