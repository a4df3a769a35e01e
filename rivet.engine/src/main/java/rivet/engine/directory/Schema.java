package rivet.engine.directory;

import java.util.List;

import rivet.spi.storage.Statement;

/** The schema of the directory. Rungs are only ever added. */
final class Schema {

    static final Ladder LADDER = new Ladder(List.of(first(), second()));

    private Schema() {}

    private static List<Statement> first() {
        return List.of(
            Statement.of("""
                CREATE TABLE namespace (
                    id TEXT NOT NULL PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    display_name TEXT NOT NULL,
                    create_ts INTEGER NOT NULL) WITHOUT ROWID"""),
            Statement.of("""
                CREATE TABLE actor_name (
                    namespace TEXT NOT NULL,
                    name TEXT NOT NULL,
                    PRIMARY KEY (namespace, name)) WITHOUT ROWID"""),
            Statement.of("""
                CREATE TABLE actor (
                    nr INTEGER PRIMARY KEY,
                    id TEXT NOT NULL,
                    namespace TEXT NOT NULL,
                    name TEXT NOT NULL,
                    key TEXT,
                    pool TEXT NOT NULL,
                    crash_policy TEXT NOT NULL,
                    create_ts INTEGER NOT NULL,
                    generation INTEGER NOT NULL,
                    start_ts INTEGER,
                    sleep_ts INTEGER,
                    destroy_ts INTEGER,
                    gone_ts INTEGER,
                    alarm_ts INTEGER,
                    error TEXT,
                    input BLOB NOT NULL)"""),
            Statement.of("CREATE UNIQUE INDEX actor_id ON actor (id)"),
            // a key is taken until all that its actor stored is deleted: two never live at once
            Statement.of("CREATE UNIQUE INDEX actor_key ON actor (namespace, name, key) WHERE key IS NOT NULL AND gone_ts IS NULL"),
            Statement.of("CREATE INDEX actor_list ON actor (namespace, name, nr)"),
            Statement.of("CREATE INDEX actor_alarm ON actor (alarm_ts) WHERE alarm_ts IS NOT NULL"),
            Statement.of("CREATE INDEX actor_destroyed ON actor (destroy_ts, gone_ts) WHERE destroy_ts IS NOT NULL"));
    }

    private static List<Statement> second() {
        return List.of(
            Statement.of("ALTER TABLE actor ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0"),
            Statement.of("CREATE INDEX actor_resumes ON actor (nr) WHERE resumes = 1 AND sleep_ts IS NULL AND destroy_ts IS NULL"));
    }
}
