package rivet.runtime.store;

import rivet.error.RivetException;
import rivet.spi.storage.StorageException;

/**
 * A commit that did not happen, or of which that is not known.
 *
 * @param unknown whether it may have happened
 * @param cause what the store said
 */
public record CommitFailure(boolean unknown, StorageException cause) {

    /** Returns what callers are told whose answers depended on it. */
    public RivetException error() {
        return StorageFailures.ofCommit(cause, unknown ? "unknown" : "no");
    }
}
