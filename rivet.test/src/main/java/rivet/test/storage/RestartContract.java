package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.test.storage.Results.await;
import static rivet.test.storage.Results.failure;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException.Kind;

/** What a store that is stopped and started again must do besides. */
public abstract class RestartContract extends StorageContract {

    @Nested
    class Restarts {

        @Test
        void keepWhatWasCommitted() throws Exception {
            await(database.execute(note("a")));
            stop(storage);
            storage = start(folder);
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first", "a");
        }

        @Test
        void endTheUseOfDatabases() throws Exception {
            stop(storage);
            failure(Kind.CLOSED, database.execute(note("late")));
            failure(Kind.CLOSED, database.begin(LONG));
            failure(Kind.CLOSED, storage.open(actor("second"), NOTES));
            failure(Kind.CLOSED, storage.read(actor, List.of(Statement.of("SELECT 1")), LONG));
            storage = start(folder);
        }

        @Test
        void finishWhatWaits() throws Exception {
            List<CompletionStage<Result>> all = List.of(database.execute(note("a")), database.execute(note("b")), database.execute(note("c")));
            stop(storage);
            all.forEach(Results::await);
            storage = start(folder);
            database = opened(actor, NOTES);
            assertThat(notes()).containsExactly("first", "a", "b", "c");
        }
    }
}
