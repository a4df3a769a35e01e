package rivet.sqlite;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** Configuration of {@link SqliteStorage}, with defaults that are fit for use. */
@ObjectClassDefinition(name = "Rivet storage on SQLite")
@interface Config {

    @AttributeDefinition(description = "Folder for all data; one process at a time can use it")
    String data() default "data";

    @AttributeDefinition(description = "What an acknowledged change survives", options = {
        @Option(value = "power", label = "loss of power"), @Option(value = "process", label = "a killed process")})
    String durability() default "power";

    @AttributeDefinition(description = "Most threads that work on databases", min = "1", max = "1024")
    int threads() default 32;

    @AttributeDefinition(description = "Open files from which on those of actors that do nothing, awake or not, are closed; three descriptors each", min = "1")
    int openHandles() default 1000;

    @AttributeDefinition(description = "Most open files; with all in use, operations that need another one wait", min = "1")
    int maxOpenHandles() default 2000;

    @AttributeDefinition(description = "Most page cache of an open file in KiB", min = "16")
    int cacheKiB() default 32;

    @AttributeDefinition(description = "Most compiled statements kept for an open file", min = "16")
    int statements() default 32;

    @AttributeDefinition(description = "Most memory in bytes for the result of an actor's own statement", min = "1024")
    int resultBytes() default 33_554_432;

    @AttributeDefinition(description = "Most operations that wait for one database", min = "1")
    int waiting() default 128;

    @AttributeDefinition(description = "Most looks at databases (inspector, shell) at once", min = "1")
    int readers() default 4;

    @AttributeDefinition(description = "Milliseconds that a statement waits for a lock of another process", min = "0")
    int busyMillis() default 200;

    @AttributeDefinition(description = "Seconds after which a statement is stopped", min = "1")
    int statementSeconds() default 300;

    @AttributeDefinition(description = "Pages of 4 KiB in a write-ahead log from which on it is copied back", min = "16")
    int checkpointPages() default 256;
}
