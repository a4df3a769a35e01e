package rivet.protocol.client;

import java.util.Optional;
import java.util.OptionalLong;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * What a client is told of a failure (R-err-1): an exposed one as it is; any other keeps group and code, but its message becomes
 * {@link ErrorCode#MASKED_MESSAGE} and its metadata is dropped. That holds on connections as it does over HTTP (spec/wire.md 10).
 */
public final class ErrorBody {

    private ErrorBody() {
    }

    /** Returns the body of a response. */
    public static HttpError of(RivetException error) {
        return new HttpError(error.group(), error.code(), message(error), error.exposed() ? error.metadata() : Optional.empty(), error.actor());
    }

    /**
     * Returns the message on a connection.
     *
     * @param actionId the action that failed; empty if it is the connection
     */
    public static ToClient.Error of(RivetException error, OptionalLong actionId) {
        HttpError body = of(error);
        return new ToClient.Error(body.group(), body.code(), body.message(), body.metadata(), actionId, body.actor());
    }

    private static String message(RivetException error) {
        if (!error.exposed()) {
            return ErrorCode.MASKED_MESSAGE;
        }
        return error.getMessage() == null ? error.group() + "." + error.code() : error.getMessage();
    }
}
