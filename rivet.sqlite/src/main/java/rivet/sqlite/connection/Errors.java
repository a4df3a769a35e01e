package rivet.sqlite.connection;

import java.sql.SQLException;

import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.Codes;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/** What SQLite's result codes mean to the callers of a store. */
final class Errors {

    /** An extended result code keeps the code it refines in its lowest byte. */
    private static final int PRIMARY = 0xFF;
    private static final int UNKNOWN = -1;

    // three that Codes has forgotten
    private static final int FORMAT = 24;
    private static final int RANGE = 25;
    private static final int NOT_A_DATABASE = 26;

    private Errors() {}

    /** Tells in our words what failed: SQLite's own text first, then its code, then what was tried. */
    static StorageException of(SQLException cause, String tried) {
        return new StorageException(cause instanceof SQLiteException s && s.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE ? Kind.FULL
            : kind(code(cause)), text(cause) + " in: " + tried, cause);
    }

    /** Tells of a failure that did not come from SQLite, but from sqlite-jdbc or the JVM: nothing is known of its effect. */
    static StorageException unexpected(Throwable cause, String tried) {
        return new StorageException(Kind.IO, cause + " in: " + tried, cause);
    }

    /** Returns whether SQLite refused to do it in the present state, and did nothing. */
    static boolean isRefusal(SQLException cause) {
        return code(cause) == Codes.SQLITE_ERROR;
    }

    private static String text(SQLException cause) {
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof SQLiteException s && s.getResultCode() != SQLiteErrorCode.UNKNOWN_ERROR) {
            // sqlite-jdbc writes: [NAME] what the name means (SQLite's text)
            int prefix = s.getResultCode().toString().length() + 2;
            if (message.length() > prefix) {
                return message.substring(prefix, message.length() - 1) + " [" + s.getResultCode().name() + "]";
            }
        }
        return message;
    }

    private static int code(SQLException cause) {
        return cause instanceof SQLiteException s && s.getResultCode() != SQLiteErrorCode.UNKNOWN_ERROR ? s.getResultCode().code & PRIMARY : UNKNOWN;
    }

    private static Kind kind(int code) {
        return switch (code) {
            case Codes.SQLITE_CONSTRAINT -> Kind.CONSTRAINT;
            case Codes.SQLITE_FULL -> Kind.FULL;
            case Codes.SQLITE_READONLY -> Kind.READ_ONLY;
            case Codes.SQLITE_BUSY, Codes.SQLITE_LOCKED, Codes.SQLITE_PROTOCOL -> Kind.BUSY;
            case Codes.SQLITE_CORRUPT, FORMAT, NOT_A_DATABASE -> Kind.CORRUPT;
            case Codes.SQLITE_INTERRUPT -> Kind.TIMEOUT;
            case Codes.SQLITE_ERROR, Codes.SQLITE_SCHEMA, Codes.SQLITE_TOOBIG, Codes.SQLITE_MISMATCH, Codes.SQLITE_MISUSE, Codes.SQLITE_AUTH, RANGE ->
                Kind.STATEMENT;
            default -> Kind.IO;
        };
    }
}
