package rivet.inspect;

/** What is done to many actors. */
public enum BulkAction {
    /** {@link Inspection#sleep}. */
    SLEEP,
    /** {@link Inspection#destroy}. */
    DESTROY
}
