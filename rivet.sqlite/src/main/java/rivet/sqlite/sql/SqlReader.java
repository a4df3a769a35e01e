package rivet.sqlite.sql;

import java.util.Locale;

import rivet.sqlite.sql.Tokens.Kind;

/** Reads one statement from tokens and stops behind it, on the semicolon or at the end. */
final class SqlReader {

    private final Tokens tokens;

    /** Starts at the statement's first token, which has been advanced to. */
    SqlReader(Tokens tokens) {
        this.tokens = tokens;
    }

    SqlText read(String text) {
        if (!tokens.is("EXPLAIN")) {
            return plain(text);
        }
        tokens.advance();
        if (tokens.is("QUERY")) {
            tokens.advance();
            tokens.advance();
        }
        SqlText explained = plain(text);
        // some PRAGMAs act while they are compiled, so an explained one does too
        return explained.verb() == Verb.PRAGMA ? explained : new SqlText(text, Verb.READ, false, false);
    }

    private SqlText plain(String text) {
        return switch (tokens.word()) {
            case "CREATE" -> create(text);
            case "PRAGMA" -> pragma(text);
            default -> {
                Verb verb = verb();
                toEnd(false);
                yield new SqlText(text, verb, false, false);
            }
        };
    }

    private Verb verb() {
        return switch (tokens.word()) {
            case "SELECT", "VALUES" -> Verb.READ;
            case "INSERT", "REPLACE" -> Verb.INSERT;
            case "UPDATE", "DELETE" -> Verb.CHANGE;
            case "WITH" -> afterWith();
            case "BEGIN", "COMMIT", "END" -> Verb.TRANSACTION;
            case "ROLLBACK" -> mentions("TO") ? Verb.SAVEPOINT : Verb.TRANSACTION;
            case "SAVEPOINT", "RELEASE" -> Verb.SAVEPOINT;
            case "VACUUM" -> mentions("INTO") ? Verb.OTHER : Verb.VACUUM;
            default -> Verb.OTHER;
        };
    }

    /** The statement proper is the first of these words outside parentheses; only REPLACE can be a name as well. */
    private Verb afterWith() {
        int depth = 0;
        boolean replace = false;
        while (more()) {
            depth += tokens.kind() == Kind.OPEN ? 1 : tokens.kind() == Kind.CLOSE ? -1 : 0;
            String word = depth == 0 ? tokens.word() : "";
            switch (word) {
                case "SELECT", "VALUES", "INSERT", "UPDATE", "DELETE":
                    return verb();
                case "INTO":
                    if (replace) {
                        return Verb.INSERT;
                    }
                    break;
                default:
            }
            replace = word.equals("REPLACE");
        }
        return Verb.OTHER;
    }

    private boolean mentions(String word) {
        while (more()) {
            if (tokens.is(word)) {
                return true;
            }
        }
        return false;
    }

    private boolean more() {
        Kind kind = tokens.advance();
        return kind != Kind.END && kind != Kind.SEMICOLON;
    }

    private SqlText create(String text) {
        tokens.advance();
        boolean temporary = tokens.is("TEMP") || tokens.is("TEMPORARY");
        if (temporary) {
            tokens.advance();
        }
        boolean namesTemporary = toEnd(tokens.is("TRIGGER"));
        return new SqlText(text, Verb.OTHER, false, temporary || namesTemporary);
    }

    private SqlText pragma(String text) {
        tokens.advance();
        String name = tokens.word();
        if (tokens.advance() == Kind.DOT) {
            tokens.advance();
            name = tokens.word();
        }
        toEnd(false);
        boolean informative = SqlText.isInformative(name.toLowerCase(Locale.ROOT));
        return new SqlText(text, Verb.PRAGMA, informative, !informative);
    }

    /**
     * Goes to the semicolon that ends the statement. In the body of a trigger each statement has one; the last of all follows an END that
     * follows a semicolon, and no statement of a body begins with END.
     *
     * @return whether the schema of temporary objects was named
     */
    private boolean toEnd(boolean trigger) {
        boolean temporary = false;
        boolean afterSemicolon = false;
        boolean afterEnd = false;
        while (tokens.kind() != Kind.END) {
            if (tokens.kind() == Kind.SEMICOLON && (!trigger || afterEnd)) {
                return temporary;
            }
            afterEnd = afterSemicolon && tokens.is("END");
            afterSemicolon = tokens.kind() == Kind.SEMICOLON;
            temporary |= tokens.is("TEMP");
            tokens.advance();
        }
        return temporary;
    }
}
