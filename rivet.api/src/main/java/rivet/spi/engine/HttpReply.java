package rivet.spi.engine;

import java.util.List;
import java.util.Map;

/**
 * An answer to an {@link HttpCall}.
 *
 * @param status HTTP status
 * @param headers names in lower case
 * @param body the body
 */
public record HttpReply(int status, Map<String, List<String>> headers, HttpBody body) {}
