package rivet.spi.storage;

/** Which database. */
public sealed interface DatabaseId {

    /**
     * The database of an actor.
     *
     * @param actorId letters and digits
     */
    record Actor(String actorId) implements DatabaseId {

        public Actor {
            requireWord(actorId);
        }
    }

    /**
     * A database of the platform itself.
     *
     * @param name letters and digits
     */
    record Platform(String name) implements DatabaseId {

        public Platform {
            requireWord(name);
        }
    }

    private static void requireWord(String word) {
        if (word.isEmpty() || !word.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')) {
            throw new IllegalArgumentException("not a word of letters and digits: '" + word + "'");
        }
    }
}
