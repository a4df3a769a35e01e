package rivet.spi.storage;

import java.util.List;

/** How a transaction ended. A commit is never a guess: what could not be found out is {@link Unknown}. */
public sealed interface Commit {

    /**
     * It is durable as far as the store promises (see {@link Capabilities#powerSafe()}).
     *
     * @param results one for each statement that was given with the commit
     */
    record Committed(List<Result> results) implements Commit {}

    /** Nothing of it was done. */
    record NotCommitted(StorageException cause) implements Commit {}

    /** It may or may not have been done, for example because a reply was lost. */
    record Unknown(StorageException cause) implements Commit {}
}
