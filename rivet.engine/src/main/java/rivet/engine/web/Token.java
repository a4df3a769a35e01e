package rivet.engine.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * The secret that opens what is not for everybody (spec/wire.md 13). Compared in a time that does not depend on how much of it was right.
 */
public final class Token {

    private final byte[] secret;

    private Token(byte[] secret) {
        this.secret = secret;
    }

    /** Makes the token of a configuration; none if the secret is empty. */
    public static Optional<Token> of(String secret) {
        return secret.isEmpty() ? Optional.empty() : Optional.of(new Token(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns whether the secret was offered. */
    public boolean isMetBy(Optional<String> offered) {
        return offered.isPresent() && MessageDigest.isEqual(secret, offered.get().getBytes(StandardCharsets.UTF_8));
    }

    /** Fails with {@code api.forbidden} unless the secret was offered. */
    public void require(Optional<String> offered) {
        if (!isMetBy(offered)) {
            throw refusal(offered);
        }
    }

    static RivetException refusal(Optional<String> offered) {
        return ErrorCode.API_FORBIDDEN.error("reason", offered.isEmpty() ? "Token not provided" : "Invalid token");
    }

    @Override
    public String toString() {
        return "a token";
    }
}
