package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.error.RivetException;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

class StorageFailuresTest {

    @ParameterizedTest
    @CsvSource({"OVERLOADED, overloaded, 503, open its database", "CORRUPT, storage_damaged, 500, kept for repair", "FULL, storage_unavailable, 503, no space is left",
        "READ_ONLY, storage_unavailable, 503, cannot be written", "IO, storage_unavailable, 503, reading or writing failed"})
    void whoCannotStartHearsWhy(Kind kind, String code, int status, String text) {
        StorageException cause = new StorageException(kind, "by the test");
        RivetException error = StorageFailures.ofOpening(cause);
        assertThat(error.group() + "." + error.code()).isEqualTo("actor." + code);
        assertThat(error.exposed()).isTrue();
        assertThat(error.status()).isEqualTo(status);
        assertThat(error).hasMessageContaining(text).hasCause(cause);
    }

    @ParameterizedTest
    @CsvSource({"FULL, no space is left on the disk", "READ_ONLY, the disk cannot be written", "CORRUPT, the database is damaged",
        "OVERLOADED, too many operations wait"})
    void aCommitThatFailedSaysWhyIfThatHelps(Kind kind, String reason) {
        RivetException error = new CommitFailure(false, new StorageException(kind, "by the test")).error();
        assertThat(error.code()).isEqualTo("storage_failed");
        assertThat(error.metadata()).contains(Map.of("committed", "no", "reason", reason));
        assertThat(error).hasMessage("The actor's changes could not be stored: " + reason + ".");
    }

    @ParameterizedTest
    @CsvSource({"IO", "BUSY", "CLOSED", "CONSTRAINT"})
    void elseItSaysOnlyWhatBecameOfTheChanges(Kind kind) {
        RivetException error = new CommitFailure(true, new StorageException(kind, "by the test")).error();
        assertThat(error.code()).isEqualTo("storage_failed");
        assertThat(error.metadata()).contains(Map.of("committed", "unknown"));
    }
}
