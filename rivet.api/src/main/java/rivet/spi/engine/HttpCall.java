package rivet.spi.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** An HTTP request on its way to an actor. */
@ProviderType
public interface HttpCall {

    /** Returns the method, as sent. */
    String method();

    /** Returns path and query as the actor sees them: raw, without the gateway's prefix and parameters, beginning with a slash. */
    String target();

    /** Returns the first value of a header; names are case-insensitive. */
    Optional<String> header(String name);

    /** Returns all headers, names in lower case. */
    Map<String, List<String>> headers();

    /** Returns the body. */
    HttpBody body();
}
