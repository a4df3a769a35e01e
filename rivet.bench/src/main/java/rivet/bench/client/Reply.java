package rivet.bench.client;

/**
 * One message from the server, decoded as far as a benchmark looks: filled again for every message, so valid only until
 * the next one.
 */
public final class Reply {

    /** The messages that servers send (spec/wire.md 8); a successful HTTP response is a RESPONSE too. */
    public enum Kind { INIT, ERROR, RESPONSE, EVENT }

    private Kind kind = Kind.INIT;
    private long id;
    private double number;
    private String text = "";
    private long generation;

    Reply() {
    }

    void init() {
        set(Kind.INIT, 0, Double.NaN, "");
    }

    void response(long actionId, double output) {
        set(Kind.RESPONSE, actionId, output, "");
    }

    void event(String name, double firstArgument) {
        set(Kind.EVENT, 0, firstArgument, name);
    }

    void error(String description) {
        set(Kind.ERROR, 0, Double.NaN, description);
    }

    void generation(long value) {
        generation = value;
    }

    private void set(Kind newKind, long newId, double newNumber, String newText) {
        kind = newKind;
        id = newId;
        number = newNumber;
        text = newText;
    }

    public Kind kind() {
        return kind;
    }

    /** Which action was answered. */
    public long id() {
        return id;
    }

    /** The result of an action or the first argument of an event; {@link Double#NaN} if that is no number. */
    public double number() {
        return number;
    }

    /** The name of an event or what an error says. */
    public String text() {
        return text;
    }

    /** HTTP only: how often the actor has started, 0 if the server does not say. */
    public long generation() {
        return generation;
    }
}
