package rivet.value;

/** JavaScript's {@code undefined}: "no value", which is not the value {@code null}. */
public enum Undefined {
    UNDEFINED
}
