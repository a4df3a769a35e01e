package rivet.runtime.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** How the transactions of a connection ended, for whoever asks something of one that is over (R-sql-13): the last 64, of names up to 256 characters. For one thread at a time. */
final class Endings {

    private static final int MOST = 64;
    private static final int LONGEST_NAME = 256;

    private final Map<String, RivetException> byName = new LinkedHashMap<>();

    /** Keeps what is said of a transaction from now on. */
    void add(String name, RivetException reason) {
        if (name.length() <= LONGEST_NAME) {
            byName.remove(name); // so that it counts as the last one
            byName.put(name, reason);
            if (byName.size() > MOST) {
                byName.remove(byName.keySet().iterator().next());
            }
        }
    }

    /** Another transaction has the name. */
    void forget(String name) {
        byName.remove(name);
    }

    /** Returns what is to be said of a transaction that is not open. */
    RivetException of(String name) {
        RivetException reason = byName.get(name);
        return reason == null ? ErrorCode.SQLITE_TRANSACTION_TERMINAL.error("state", "ended") : reason;
    }
}
