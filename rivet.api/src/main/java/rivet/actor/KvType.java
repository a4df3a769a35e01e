package rivet.actor;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * What keys or values of a {@link Kv} are to an actor; what is stored are bytes in any case.
 *
 * @param <T> the type in Java
 */
public final class KvType<T> {

    /** Texts, stored as UTF-8. What is stored and is not UTF-8 is read with replacement characters. */
    public static final KvType<String> TEXT = new KvType<>(text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));

    /** Bytes. They are copied on their way in and out. */
    public static final KvType<byte[]> BYTES = new KvType<>(byte[]::clone, byte[]::clone);

    private final Function<T, byte[]> encoder;
    private final Function<byte[], T> decoder;

    private KvType(Function<T, byte[]> encoder, Function<byte[], T> decoder) {
        this.encoder = encoder;
        this.decoder = decoder;
    }

    /** Returns the bytes of a value. */
    public byte[] encode(T value) {
        return encoder.apply(value);
    }

    /** Returns the value of bytes. */
    public T decode(byte[] bytes) {
        return decoder.apply(bytes);
    }
}
