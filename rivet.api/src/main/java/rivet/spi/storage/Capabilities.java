package rivet.spi.storage;

/**
 * What a store can do.
 *
 * @param sqliteVersion version of SQLite, for example {@code 3.50.4}
 * @param maxBindBytes most bytes that the parameters of one statement may have in all
 * @param interactiveTransactions whether {@link Database#begin} works
 * @param powerSafe whether a commit that was reported has reached the disk, so that it survives a loss of power and not only
 *        of the process
 */
public record Capabilities(String sqliteVersion, long maxBindBytes, boolean interactiveTransactions, boolean powerSafe) {}
