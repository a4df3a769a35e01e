package rivet.runtime.kv;

/** An entry: the author's key and the value. The bytes belong to it. */
record Pair(byte[] key, byte[] value) {

    int bytes() {
        return key.length + value.length;
    }
}
