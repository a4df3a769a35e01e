package rivet.spi.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/** An HTTP request on its way to an actor. */
@ProviderType
public interface HttpCall {

    /**
     * Header of a call that an actor of this process makes, in lower case: an id by which the runtime knows what led to the call. An engine offers such a call to a
     * generation that it is putting to sleep as well; that takes it if it is for itself that the call is made. It means nothing in a call from outside.
     */
    String CAUSE = "x-rivet-call";

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
