package rivet.inspect;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Takes actors along: one file has an actor's database, with state, queue and schedules, and what else there is to know of it. A service. The file is a zip with
 * {@code actor.json} and {@code actor.db}, an SQLite database.
 */
@ProviderType
public interface ActorTransfers {

    /** Most bytes of the database of an actor that is imported. */
    long LARGEST = 4L << 30;

    /**
     * Writes an actor as one file, as it is on disk at one moment; an awake actor goes on meanwhile, a sleeping one sleeps on. Done when all is written; the stream is flushed
     * and not closed. Leaves an audit line. Fails with {@code actor.not_found} if there is no such actor, or if it was never started, and with
     * {@code inspector.transfer_failed}.
     */
    CompletionStage<Void> exportTo(String actorId, OutputStream file);

    /**
     * Makes a new actor of a file, and starts it; with a new id, and with no connections. Its inspector's token is another one. Reads the stream to the end of the file and
     * does not close it. Leaves an audit line. Nobody meets the actor before all was read and checked, and it has started. Fails, and leaves no actor, with {@code inspector.invalid_file} if the
     * file or the database is damaged or of a newer platform, with {@code actor.duplicate_key} if there is an actor of that key, with {@code actor.not_registered} if the
     * type is not there, with {@code actor.state_version_newer} if its state is of a version that the code does not know, and with what else its start failed with.
     */
    CompletionStage<ActorInfo> importFrom(InputStream file, Target target);

    /**
     * Where an actor is to be.
     *
     * @param namespace empty for that of the file
     * @param key empty for that of the file
     */
    record Target(Optional<String> namespace, Optional<List<String>> key) {

        /** Where it was. */
        public static final Target AS_IT_WAS = new Target(Optional.empty(), Optional.empty());
    }
}
