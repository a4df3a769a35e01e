package rivet.protocol.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import rivet.protocol.DecodeException;

/**
 * The text of exactly one statement and what is known of it without SQLite.
 *
 * @param text the statement, without what stands before it and the semicolon behind it
 * @param verb what it does
 * @param subject what it is about: the name of a PRAGMA or of the module of a virtual table, in lower case, or the name of a savepoint; else empty
 * @param argument whether a PRAGMA is given a value
 * @param leavesTraces whether it may change the connection beyond its end: temporary objects, settings
 */
public record SqlText(String text, Verb verb, String subject, boolean argument, boolean leavesTraces) {

    private static final int ABRIDGED = 200;

    /** Each number up to it has a place, so without a limit few characters would take much memory. */
    private static final int GREATEST_PARAMETER = 32_766;

    /**
     * Reads a text of one statement. SQLite itself would run the first of several and forget the rest.
     *
     * @throws DecodeException if there is no statement or more than one, or a NUL character, where SQLite would stop to read
     */
    public static SqlText of(String sql) {
        List<SqlText> all = script(sql);
        if (all.size() != 1) {
            throw new DecodeException((all.isEmpty() ? "there is no statement: " : "more than one statement: ") + abridged(sql));
        }
        return all.getFirst();
    }

    /**
     * Reads a text of any number of statements with semicolons between them.
     *
     * @throws DecodeException if it has a NUL character, where SQLite would stop to read
     */
    public static List<SqlText> script(String sql) {
        if (sql.indexOf('\0') >= 0) {
            throw new DecodeException("a NUL character ends the text early: " + abridged(sql));
        }
        SqlReader reader = new SqlReader(sql);
        List<SqlText> statements = new ArrayList<>(1);
        while (reader.find()) {
            statements.add(reader.read());
        }
        return statements;
    }

    /** Returns whether it is a PRAGMA that only tells, or that changes only the database itself. */
    public boolean informative() {
        return verb == Verb.PRAGMA && Pragmas.isInformative(subject);
    }

    /** Returns whether it certainly writes nothing. */
    public boolean reads() {
        return verb == Verb.READ || verb == Verb.EXPLAIN || verb == Verb.PRAGMA && Pragmas.reads(subject, argument);
    }

    /** Returns whether a word, an identifier in quotes or a text in it is of that kind. */
    public boolean mentions(Predicate<String> which) {
        Tokens tokens = new Tokens(text);
        while (tokens.advance() != Tokens.Kind.END) {
            String name = tokens.name();
            if (!name.isEmpty() && which.test(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the places for parameters in the order of their numbers, each by its name with the mark before it, empty for one without a name. A number
     * that is skipped has a place as well, as in SQLite.
     *
     * @throws DecodeException if a number is 0 or above 32,766, which is the greatest of SQLite
     */
    public List<String> parameters() {
        List<String> places = new ArrayList<>();
        Set<String> named = new HashSet<>();
        Tokens tokens = new Tokens(text);
        while (tokens.advance() != Tokens.Kind.END) {
            if (tokens.kind() == Tokens.Kind.PARAMETER) {
                place(places, named, tokens.raw());
            }
        }
        return places;
    }

    private static void place(List<String> places, Set<String> named, String parameter) {
        if (parameter.equals("?")) {
            places.add("");
        } else if (parameter.startsWith("?")) {
            int number = parameter.length() > 8 ? 0 : Integer.parseInt(parameter.substring(1));
            if (number < 1 || number > GREATEST_PARAMETER) {
                throw new DecodeException("there is no parameter " + parameter);
            }
            while (places.size() < number) {
                places.add("");
            }
        } else if (named.add(parameter)) {
            places.add(parameter);
        }
    }

    /** Returns the text for a message: statements can be megabytes. */
    public static String abridged(String sql) {
        return sql.length() <= ABRIDGED ? sql : sql.substring(0, ABRIDGED) + "...";
    }
}
