package rivet.bench.server;

import java.io.IOException;
import java.sql.SQLException;

/** Where the null server keeps what its actors count. */
interface Store extends AutoCloseable {

    /** One actor's data. Calls from any thread. */
    interface Cell {

        /** Adds to the counter and returns it; a store with files has committed when this returns. */
        long add(long n) throws SQLException;

        /** Adds a row. */
        void insert(byte[] value) throws SQLException;

        /** How many rows there are. */
        long rows() throws SQLException;

        /** Lets go of what is held for the actor; the next call takes it again. */
        void sleep() throws SQLException;

        /** How often the actor was opened. */
        long generation();
    }

    /** The data of a new actor. */
    Cell create(String type, String key) throws IOException, SQLException;

    @Override
    void close() throws SQLException;
}
