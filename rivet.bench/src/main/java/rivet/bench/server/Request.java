package rivet.bench.server;

import java.nio.ByteBuffer;

/**
 * What a client asks for.
 *
 * @param id the action's id, -1 for a subscription
 * @param name of the action or the event
 * @param arguments the encoded argument array
 * @param reader how to read them
 */
record Request(long id, String name, ByteBuffer arguments, Reader reader) {

    /** Reads argument arrays of one encoding. */
    interface Reader {

        /** The encoded argument at {@code index}; empty if there is none. */
        byte[] argument(ByteBuffer arguments, int index);

        /** The number that an encoded value is, {@link Double#NaN} if it is none. */
        double number(byte[] value);
    }

    boolean subscription() {
        return id < 0;
    }

    byte[] argument(int index) {
        return reader.argument(arguments.duplicate(), index);
    }

    /** A whole number given as an argument. */
    long number(int index) {
        double number = reader.number(argument(index));
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException(name + ": argument " + index + " is no number");
        }
        return (long) number;
    }
}
