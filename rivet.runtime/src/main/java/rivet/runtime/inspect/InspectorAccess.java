package rivet.runtime.inspect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who may look into actors.
 *
 * @param testToken counts for all actors, instead of their own, if it is not empty (R-insp-2)
 * @param random gives 32 random bytes
 */
public record InspectorAccess(String testToken, Supplier<byte[]> random) {

    /** Returns the token that counts instead of those of the actors. */
    public Optional<String> forAll() {
        return testToken.isEmpty() ? Optional.empty() : Optional.of(testToken);
    }

    /** Makes a token: 43 characters (R-insp-1). */
    public String newToken() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random.get());
    }

    /** Returns whether a token is the right one, in a time that does not tell how much of it is right. An empty one never is. */
    public static boolean isSame(String given, String right) {
        return !given.isEmpty() && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
