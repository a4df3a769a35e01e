package rivet.engine.directory;

/**
 * A namespace: actors of different ones never meet.
 *
 * @param id 30 digits and lower-case letters
 * @param name what clients call it
 * @param displayName what people call it
 * @param createTs when it was created, epoch milliseconds
 */
public record Namespace(String id, String name, String displayName, long createTs) {

    /** The name of the namespace that always exists. */
    public static final String DEFAULT = "default";

    static Namespace of(Object[] row) {
        return new Namespace((String) row[0], (String) row[1], (String) row[2], (long) row[3]);
    }
}
