package rivet.engine.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

import rivet.error.ErrorCode;

/**
 * The secret that opens what is not for everybody (spec/wire.md 13).
 */
public final class Token {

    private static final String BEARER = "Bearer ";

    private final byte[] secret;

    private Token(byte[] secret) {
        this.secret = secret;
    }

    /** Makes the token of a configuration; none if the secret is empty. */
    public static Optional<Token> of(String secret) {
        return secret.isEmpty() ? Optional.empty() : Optional.of(new Token(secret.getBytes(StandardCharsets.UTF_8)));
    }

    /** Fails with {@code api.forbidden} unless the header is {@code Bearer} and the secret. */
    public void requireBearer(Optional<String> authorization) {
        require(authorization.filter(value -> value.startsWith(BEARER)).map(value -> value.substring(BEARER.length())));
    }

    /** Fails with {@code api.forbidden} unless the secret was offered. */
    public void require(Optional<String> offered) {
        if (offered.isEmpty()) {
            throw ErrorCode.API_FORBIDDEN.error("reason", "Token not provided");
        }
        if (!MessageDigest.isEqual(secret, offered.get().getBytes(StandardCharsets.UTF_8))) {
            throw ErrorCode.API_FORBIDDEN.error("reason", "Invalid token");
        }
    }
}
