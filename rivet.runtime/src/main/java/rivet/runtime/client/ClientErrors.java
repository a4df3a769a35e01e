package rivet.runtime.client;

import java.util.Optional;
import java.util.concurrent.CompletionException;

import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.ToClient;

/** The errors that a client hears of, and its own. */
public final class ClientErrors {

    private static final String GROUP = "client";

    private ClientErrors() {}

    /** Returns the error for a request that did not come back, for reasons of the network. */
    public static RivetException requestFailed(Throwable cause) {
        return of("request_failed", "The request failed: " + cause).withCause(cause);
    }

    static RivetException malformed(int status, Throwable cause) {
        return of("malformed_reply", "The answer (HTTP status " + status + ") is not one of an actor.").withCause(cause);
    }

    static RivetException overloaded(String what, int limit) {
        return of("overloaded", "More than " + limit + " " + what + " wait.");
    }

    static RivetException connectionLost() {
        return of("connection_lost", "The connection was lost; the call may have been done.");
    }

    static RivetException openFailed() {
        return of("connection_open_failed", "The connection could not be opened.");
    }

    static RivetException connectionClosed() {
        return of("connection_closed", "The connection was closed.");
    }

    private static RivetException of(String code, String message) {
        return new RivetException(GROUP, code, message);
    }

    /** Returns the error that an answer carries, if its status says that it does. */
    public static Optional<RivetException> of(Reply reply, Encoding encoding) {
        if (reply.status() >= 200 && reply.status() < 300) {
            return Optional.empty();
        }
        try {
            boolean json = reply.header("content-type").contains("json");
            HttpError error = ClientProtocol.decodeError(json ? Encoding.JSON : encoding, reply.body());
            return Optional.of(named(error.group(), error.code(), error.message(), error.metadata(), error.actor()));
        } catch (DecodeException e) {
            return Optional.of(malformed(reply.status(), e));
        }
    }

    static RivetException of(ToClient.Error error) {
        return named(error.group(), error.code(), error.message(), error.metadata(), error.actor());
    }

    private static RivetException named(String group, String code, String message, Optional<Object> metadata, Optional<rivet.error.ActorSpecifier> actor) {
        RivetException error = new RivetException(group, code, message);
        RivetException described = metadata.map(error::withMetadata).orElse(error);
        return actor.map(described::withActor).orElse(described);
    }

    /** Returns the error that a connection was closed with, if the reason is one: {@code group.code}, perhaps followed by {@code #} and a ray. */
    static Optional<RivetException> ofReason(String reason) {
        int ray = reason.indexOf('#');
        String name = ray < 0 ? reason : reason.substring(0, ray);
        int dot = name.indexOf('.');
        if (dot <= 0 || dot == name.length() - 1 || name.indexOf(' ') >= 0) {
            return Optional.empty();
        }
        return Optional.of(new RivetException(name.substring(0, dot), name.substring(dot + 1), "Connection closed: " + name));
    }

    /** Returns the error that a stage failed with. */
    static RivetException named(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RivetException named ? named : requestFailed(cause);
    }
}
