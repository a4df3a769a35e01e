package rivet.actor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * An HTTP request to the actor itself, see {@link Actor#onRequest}. Its body is read once, by one of the methods below; what they return may be awaited with
 * {@link Actor#await}. A body has at most 20 MiB.
 */
@ProviderType
public interface Request {

    /** Returns the method, as sent. */
    String method();

    /** Returns the URL that the client asked for: the one that the application gave it, or else one made of its host and {@link #target()}. */
    String url();

    /** Returns path and query as the client sent them, without what led to the actor; begins with a slash. */
    String target();

    /** Returns the path of {@link #target()}, still percent-encoded. */
    String path();

    /** Returns the query of {@link #target()}, still percent-encoded, without the question mark. */
    Optional<String> query();

    /** Returns the headers; names are in lower case. */
    Map<String, List<String>> headers();

    /** Returns the first value of a header; names are case-insensitive. */
    Optional<String> header(String name);

    /** Reads the whole body. Fails with an {@link java.io.IOException} if the client goes away. */
    CompletionStage<byte[]> bytes();

    /** Reads the whole body as UTF-8. */
    CompletionStage<String> text();

    /** Reads the whole body as JSON, mapped with Jackson. Fails with {@code actor.validation_error} if it does not fit. */
    <T> CompletionStage<T> json(Class<T> type);

    /** Reads the next piece of the body; empty at its end. The sender waits while nobody reads. */
    CompletionStage<Optional<byte[]>> next();
}
