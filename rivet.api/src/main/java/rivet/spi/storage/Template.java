package rivet.spi.storage;

import java.util.List;

/**
 * What a new database holds. A store may keep a database made from it and copy that.
 *
 * @param name tells templates apart; the same name always comes with the same statements
 * @param statements are run in order, in one transaction
 */
public record Template(String name, List<Statement> statements) {

    /** A database with nothing in it. */
    public static final Template EMPTY = new Template("empty", List.of());

    public Template {
        statements = List.copyOf(statements);
    }
}
