package rivet.shell;

/**
 * A column of a {@link Table}.
 *
 * @param title its heading
 * @param width how wide it is in a row that stands alone, in characters, and how far a table that is too wide may cut it
 * @param fit how cells are fitted
 */
record Column(String title, int width, Fit fit) {

    /** How cells are fitted. */
    enum Fit {
        /** May be cut, with an ellipsis. */
        CUT,
        /** Never cut: half an id is another id. */
        WHOLE,
        /** Never cut, to the right. */
        NUMBER
    }

    static Column cut(String title, int width) {
        return new Column(title, width, Fit.CUT);
    }

    static Column whole(String title, int width) {
        return new Column(title, width, Fit.WHOLE);
    }

    static Column number(String title, int width) {
        return new Column(title, width, Fit.NUMBER);
    }
}
