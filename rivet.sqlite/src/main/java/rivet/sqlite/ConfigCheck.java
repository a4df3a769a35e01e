package rivet.sqlite;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import rivet.sqlite.connection.Connections;
import rivet.sqlite.store.StoreSettings;

/** Turns configuration into settings, or says which value is wrong and what it may be. */
final class ConfigCheck {

    private ConfigCheck() {}

    static StoreSettings settings(Config config, String process) {
        within("threads", config.threads(), 1, 1024);
        within("openHandles", config.openHandles(), 1, 1_000_000);
        within("maxOpenHandles", config.maxOpenHandles(), config.openHandles(), 1_000_000);
        within("cacheKiB", config.cacheKiB(), 16, 1_048_576);
        within("statements", config.statements(), 16, 10_000);
        within("waiting", config.waiting(), 1, 1_000_000);
        within("readers", config.readers(), 1, config.threads());
        within("busyMillis", config.busyMillis(), 0, 60_000);
        within("statementSeconds", config.statementSeconds(), 1, 86_400);
        within("checkpointPages", config.checkpointPages(), 16, 1_000_000);
        within("resultBytes", config.resultBytes(), 1024, 1 << 30);
        Connections.Settings connections = new Connections.Settings(synced(config.durability()), config.cacheKiB(), config.statements(),
            config.busyMillis(), config.checkpointPages(), config.resultBytes());
        return new StoreSettings(folder(config.data()), process, config.openHandles(), config.maxOpenHandles(), config.waiting(), config.readers(),
            config.statementSeconds(), connections);
    }

    private static void within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(name, String.valueOf(value), "a number from " + least + " to " + most);
        }
    }

    private static boolean synced(String durability) {
        return switch (durability) {
            case "power" -> true;
            case "process" -> false;
            default -> throw wrong("durability", durability, "\"power\" or \"process\"");
        };
    }

    private static Path folder(String data) {
        try {
            // sqlite-jdbc takes what follows a question mark for settings
            if (!data.isBlank() && data.indexOf('?') < 0) {
                return Path.of(data).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("rivet.sqlite.SqliteStorage: data is not a path: " + data, e);
        }
        throw wrong("data", data, "the path of a folder, without a question mark");
    }

    private static IllegalArgumentException wrong(String name, String value, String possible) {
        return new IllegalArgumentException("rivet.sqlite.SqliteStorage: " + name + " must be " + possible + ", not \"" + value + "\"");
    }
}
