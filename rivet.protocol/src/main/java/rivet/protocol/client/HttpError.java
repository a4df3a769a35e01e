package rivet.protocol.client;

import java.util.Optional;

import rivet.error.ActorSpecifier;

/**
 * A request failed. The status of the response does not matter to clients, group and code do.
 *
 * @param metadata a plain value
 * @param actor who raised it; protocol versions before 4 do not have it
 */
public record HttpError(String group, String code, String message, Optional<Object> metadata, Optional<ActorSpecifier> actor)
    implements HttpMessage {}
