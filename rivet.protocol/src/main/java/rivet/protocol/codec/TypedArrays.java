package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

import rivet.value.TypedArray;

/** Typed arrays where there is no form for them: {@code JSON.stringify} makes objects of them. */
final class TypedArrays {

    private TypedArrays() {
    }

    /** Returns the object with the elements by index. */
    static Map<String, Object> asObject(TypedArray array) {
        ByteBuffer elements = ByteBuffer.wrap(array.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int size = size(array.kind());
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; elements.remaining() >= size; i++) {
            object.put(Integer.toString(i), next(array.kind(), elements));
        }
        return object;
    }

    private static int size(TypedArray.Kind kind) {
        return switch (kind) {
            case UINT8_CLAMPED, INT8 -> 1;
            case UINT16, INT16 -> 2;
            case UINT32, INT32, FLOAT32 -> 4;
            case UINT64, INT64, FLOAT64 -> 8;
        };
    }

    private static Object next(TypedArray.Kind kind, ByteBuffer elements) {
        return switch (kind) {
            case UINT8_CLAMPED -> Byte.toUnsignedInt(elements.get());
            case INT8 -> (int) elements.get();
            case UINT16 -> Short.toUnsignedInt(elements.getShort());
            case INT16 -> (int) elements.getShort();
            case UINT32 -> Integer.toUnsignedLong(elements.getInt());
            case INT32 -> elements.getInt();
            case FLOAT32 -> (double) elements.getFloat();
            case FLOAT64 -> elements.getDouble();
            case INT64 -> BigInteger.valueOf(elements.getLong());
            case UINT64 -> new BigInteger(Long.toUnsignedString(elements.getLong()));
        };
    }
}
