package rivet.protocol.sql;

import java.util.Locale;

import rivet.protocol.sql.Tokens.Kind;

/** Reads one statement from tokens and stops behind it, on the semicolon or at the end. */
final class SqlReader {

    private final String script;
    private final Tokens tokens;
    private int start;

    SqlReader(String script) {
        this.script = script;
        this.tokens = new Tokens(script);
        tokens.advance();
    }

    /** Goes to the next statement; returns false if there is none. */
    boolean find() {
        while (tokens.kind() == Kind.SEMICOLON) {
            tokens.advance();
        }
        start = tokens.start();
        return tokens.kind() != Kind.END;
    }

    /** Reads the statement that was found. */
    SqlText read() {
        if (!tokens.is("EXPLAIN")) {
            return plain();
        }
        tokens.advance();
        if (tokens.is("QUERY")) {
            tokens.advance();
            tokens.advance();
        }
        SqlText explained = plain();
        return explained.verb() == Verb.PRAGMA ? explained : text(Verb.EXPLAIN);
    }

    private SqlText plain() {
        return switch (tokens.word()) {
            case "CREATE" -> create();
            case "PRAGMA" -> pragma();
            case "SAVEPOINT" -> savepoint(Verb.SAVEPOINT);
            case "RELEASE" -> savepoint(Verb.RELEASE);
            case "ROLLBACK" -> rollback();
            default -> {
                Verb verb = verb();
                toEnd(false);
                yield text(verb);
            }
        };
    }

    private Verb verb() {
        return switch (tokens.word()) {
            case "SELECT", "VALUES" -> Verb.READ;
            case "INSERT", "REPLACE" -> Verb.INSERT;
            case "UPDATE", "DELETE" -> Verb.CHANGE;
            case "WITH" -> afterWith();
            case "ALTER", "DROP" -> Verb.SCHEMA;
            case "BEGIN" -> Verb.BEGIN;
            case "COMMIT", "END" -> Verb.COMMIT;
            case "ANALYZE", "REINDEX" -> Verb.UPKEEP;
            case "ATTACH", "DETACH" -> Verb.ATTACH;
            case "VACUUM" -> mentions("INTO") ? Verb.COPY : Verb.VACUUM;
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

    private SqlText rollback() {
        while (more()) {
            if (tokens.is("TO")) {
                return savepoint(Verb.ROLLBACK_TO);
            }
        }
        return text(Verb.ROLLBACK);
    }

    /** The word SAVEPOINT before the name may be left out, and can be the name itself. */
    private SqlText savepoint(Verb verb) {
        String name = "";
        while (more()) {
            if (name.isEmpty() || !tokens.name().isEmpty()) {
                name = tokens.name();
            }
        }
        return new SqlText(script.substring(start, tokens.start()), verb, name, false, false);
    }

    private SqlText create() {
        tokens.advance();
        boolean temporary = tokens.is("TEMP") || tokens.is("TEMPORARY");
        if (temporary) {
            tokens.advance();
        }
        String module = tokens.is("VIRTUAL") ? module() : "";
        boolean namesTemporary = toEnd(tokens.is("TRIGGER"));
        return new SqlText(script.substring(start, tokens.start()), Verb.SCHEMA, module, false, temporary || namesTemporary);
    }

    private String module() {
        while (more()) {
            if (tokens.is("USING")) {
                tokens.advance();
                return tokens.name().toLowerCase(Locale.ROOT);
            }
        }
        return "";
    }

    private SqlText pragma() {
        tokens.advance();
        String name = tokens.name();
        if (tokens.advance() == Kind.DOT) {
            tokens.advance();
            name = tokens.name();
            tokens.advance();
        }
        boolean argument = tokens.kind() != Kind.END && tokens.kind() != Kind.SEMICOLON;
        toEnd(false);
        String lower = name.toLowerCase(Locale.ROOT);
        return new SqlText(script.substring(start, tokens.start()), Verb.PRAGMA, lower, argument, !Pragmas.isInformative(lower));
    }

    private SqlText text(Verb verb) {
        return new SqlText(script.substring(start, tokens.start()), verb, "", false, false);
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
            temporary |= tokens.name().equalsIgnoreCase("TEMP");
            tokens.advance();
        }
        return temporary;
    }
}
