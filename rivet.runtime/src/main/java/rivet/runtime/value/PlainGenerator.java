package rivet.runtime.value;

import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.base.GeneratorBase;
import com.fasterxml.jackson.core.io.IOContext;

/**
 * Collects what Jackson writes as a plain value (see {@link rivet.value}) instead of as text. Values that are plain already and have no
 * JSON form arrive as embedded objects and stay as they are; a {@link Set} stays a set.
 */
final class PlainGenerator extends GeneratorBase {

    /** A container that is being filled. */
    private interface Open {

        void add(Object value);

        Object close();
    }

    private final Deque<Open> open = new ArrayDeque<>();
    private Object result;

    PlainGenerator(ObjectCodec codec) {
        super(0, codec, (IOContext) null);
    }

    /** Returns what was written. */
    Object result() {
        return result;
    }

    private void add(Object value) {
        if (open.isEmpty()) {
            result = value;
        } else {
            open.peek().add(value);
        }
    }

    @Override
    public void writeStartArray() throws IOException {
        push(new Items(new ArrayList<>()));
    }

    @Override
    public void writeStartArray(Object forValue) throws IOException {
        push(new Items(forValue instanceof Set ? new LinkedHashSet<>() : new ArrayList<>()));
    }

    @Override
    public void writeStartArray(Object forValue, int size) throws IOException {
        writeStartArray(forValue);
    }

    @Override
    public void writeStartObject() throws IOException {
        push(new Fields());
    }

    private void push(Open container) throws IOException {
        if (open.size() >= 1_000) {
            throw new JsonGenerationException("nested too deeply: does the value contain itself?", this);
        }
        open.push(container);
    }

    @Override
    public void writeEndArray() {
        add(open.pop().close());
    }

    @Override
    public void writeEndObject() {
        add(open.pop().close());
    }

    @Override
    public void writeFieldName(String name) {
        ((Fields) open.peek()).name = name;
    }

    @Override
    public void writeString(String text) {
        add(text);
    }

    @Override
    public void writeString(Reader reader, int length) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[1024];
        for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
            text.append(buffer, 0, n);
        }
        add(text.toString());
    }

    @Override
    public void writeString(char[] buffer, int offset, int length) {
        add(new String(buffer, offset, length));
    }

    @Override
    public void writeString(SerializableString text) {
        add(text.getValue());
    }

    @Override
    public void writeBinary(Base64Variant variant, byte[] data, int offset, int length) {
        add(Arrays.copyOfRange(data, offset, offset + length));
    }

    @Override
    public void writeNumber(int value) {
        add(value);
    }

    @Override
    public void writeNumber(short value) {
        add((int) value);
    }

    @Override
    public void writeNumber(long value) {
        add(value);
    }

    @Override
    public void writeNumber(BigInteger value) {
        add(value);
    }

    @Override
    public void writeNumber(double value) {
        add(value);
    }

    @Override
    public void writeNumber(float value) {
        add(Double.valueOf(Float.toString(value))); // 0.1f is 0.1 to people
    }

    @Override
    public void writeNumber(BigDecimal value) {
        add(value.doubleValue());
    }

    @Override
    public void writeNumber(String encoded) {
        add(Double.valueOf(encoded));
    }

    @Override
    public void writeBoolean(boolean value) {
        add(value);
    }

    @Override
    public void writeNull() {
        add(null);
    }

    @Override
    public void writeEmbeddedObject(Object value) {
        add(value);
    }

    @Override
    public void writeRawUTF8String(byte[] buffer, int offset, int length) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void writeUTF8String(byte[] buffer, int offset, int length) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void writeRaw(String text) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void writeRaw(String text, int offset, int length) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void writeRaw(char[] text, int offset, int length) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void writeRaw(char c) throws IOException {
        _reportUnsupportedOperation();
    }

    @Override
    public void flush() {
        // nothing is buffered
    }

    @Override
    protected void _releaseBuffers() {
        // there are none
    }

    @Override
    protected void _verifyValueWrite(String typeMsg) {
        // databind never writes out of order
    }

    private record Items(Collection<Object> items) implements Open {

        @Override
        public void add(Object value) {
            items.add(value);
        }

        @Override
        public Object close() {
            return items;
        }
    }

    private static final class Fields implements Open {

        private final Map<String, Object> fields = new LinkedHashMap<>();
        private String name;

        @Override
        public void add(Object value) {
            fields.put(name, value);
        }

        @Override
        public Object close() {
            return fields;
        }
    }

}
