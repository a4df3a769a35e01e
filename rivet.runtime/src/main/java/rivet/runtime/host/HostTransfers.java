package rivet.runtime.host;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.zip.ZipException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorTransfers;
import rivet.runtime.actor.Failures;
import rivet.runtime.store.ActorStore;
import rivet.runtime.turn.Parking;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.Engine;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/** Takes actors along by way of the engine's directory and copies of their databases. */
public final class HostTransfers implements ActorTransfers {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");
    private static final Logger log = LoggerFactory.getLogger(HostTransfers.class);
    private static final Duration READING = Duration.ofSeconds(5);
    private static final Statement ABOUT = Statement.of("SELECT (SELECT state_version FROM _rivet_j_code), (SELECT has_initialized FROM _rivet_actor)");

    /** What is done with a file that is there meanwhile. */
    private interface Work<T> {

        T with(Path file) throws IOException;
    }

    private final Host host;
    private final Path folder;

    /**
     * Makes one.
     *
     * @param folder for copies of databases while they are under way
     */
    public HostTransfers(Host host, Path folder) {
        this.host = host;
        this.folder = folder;
    }

    private Engine engine() {
        return host.attached().map(AttachedEngine::engine).orElseThrow(() -> ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }

    private ActorStore store() {
        return host.platform().store();
    }

    // ------------------------------------------------------------------ export

    @Override
    public CompletionStage<Void> exportTo(String actorId, OutputStream file) {
        audit.info("export actor {}", actorId);
        return engine().find(actorId).thenCompose(found -> {
            ActorRecord actor = found.filter(any -> any.destroyedAt().isEmpty()).orElseThrow(() -> notFound(actorId));
            return blocking(copy -> {
                done(store().copyTo(actorId, copy), actorId);
                described(actor, copy).write(copy, file);
                file.flush();
                return null;
            });
        });
    }

    private ActorFile described(ActorRecord actor, Path copy) throws IOException {
        List<Result> about = done(store().read(actor.actorId(), List.of(ABOUT), READING), actor.actorId());
        Object[] row = about.getFirst().rows().getFirst();
        if (!Long.valueOf(1).equals(row[1])) {
            throw notFound(actor.actorId());
        }
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("id", actor.actorId());
        more.put("generation", actor.generation());
        more.put("createdAt", actor.createdAt().toString());
        more.put("exportedAt", host.platform().time().clock().instant().toString());
        more.put("databaseBytes", Files.size(copy));
        return new ActorFile(actor.name(), actor.namespace(), actor.key(), Math.toIntExact((Long) row[0]), more);
    }

    private static RivetException notFound(String id) {
        return ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", id);
    }

    // ------------------------------------------------------------------ import

    @Override
    public CompletionStage<ActorInfo> importFrom(InputStream file, Target target) {
        return blocking(copy -> {
            ActorFile described = read(file, copy);
            String namespace = target.namespace().orElse(described.namespace());
            List<String> key = target.key().orElse(described.key());
            audit.info("import an actor {} {} into {}", described.type(), key, namespace);
            requireCode(described);
            return make(described.type(), namespace, key, copy);
        });
    }

    private static ActorFile read(InputStream file, Path copy) throws IOException {
        try {
            return ActorFile.read(file, copy);
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw ActorFile.invalid("it is damaged: " + e.getMessage()).withCause(e);
        }
    }

    private void requireCode(ActorFile described) {
        FactoryGeneration best = host.platform().factories().best(described.type())
            .orElseThrow(() -> ErrorCode.ACTOR_NOT_REGISTERED.error("name", described.type()));
        if (described.stateVersion() > best.options().stateVersion()) {
            throw ErrorCode.ACTOR_STATE_VERSION_NEWER.error("stored", described.stateVersion(), "known", best.options().stateVersion());
        }
    }

    /** Creates it, and waits until it has started on its database; one that cannot be is destroyed, as it never was anything else. */
    private ActorInfo make(String type, String namespace, List<String> key, Path copy) throws IOException {
        String ticket = UUID.randomUUID().toString();
        byte[] input = store().arrivals().expect(ticket, copy);
        try {
            ActorRecord actor = done(engine().create(namespace, type, key, input, false), "");
            try {
                done(LocalCalls.by(engine()).wake(actor.actorId()), actor.actorId());
                return HostInspection.info(host, done(engine().find(actor.actorId()), actor.actorId()).orElse(actor));
            } catch (RivetException e) {
                destroy(actor.actorId());
                throw e;
            }
        } finally {
            store().arrivals().forget(ticket);
        }
    }

    private void destroy(String id) throws IOException {
        try {
            done(engine().destroy(id), id);
        } catch (RivetException e) {
            log.warn("what is left of an import, actor {}, could not be destroyed", id, e);
        }
    }

    // ------------------------------------------------------------------ files

    /** On a thread that may block, with a file that is gone afterwards. */
    private <T> CompletionStage<T> blocking(Work<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        host.platform().actorThreads().execute(() -> {
            try {
                result.complete(withFile(work));
            } catch (IOException e) {
                result.completeExceptionally(ErrorCode.INSPECTOR_TRANSFER_FAILED.error("reason", String.valueOf(e.getMessage())).withCause(e));
            } catch (RuntimeException e) {
                result.completeExceptionally(Failures.of(e));
            }
        });
        return result;
    }

    private <T> T withFile(Work<T> work) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(UUID.randomUUID() + ".db");
        try {
            return work.with(file);
        } finally {
            for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
            }
        }
    }

    /** Waits, on a thread of its own. */
    private static <T> T done(CompletionStage<T> stage, String actorId) {
        Parking.untilDone(stage);
        try {
            return stage.toCompletableFuture().join();
        } catch (RuntimeException e) {
            Optional<StorageException> storage = Optional.of(Failures.unwrap(e)).filter(StorageException.class::isInstance).map(StorageException.class::cast);
            if (storage.filter(one -> one.kind() == StorageException.Kind.NOT_FOUND).isPresent()) {
                throw notFound(actorId);
            }
            if (storage.isPresent()) {
                throw ErrorCode.INSPECTOR_TRANSFER_FAILED.error("reason", String.valueOf(storage.get().getMessage())).withCause(storage.get());
            }
            throw Failures.of(e);
        }
    }
}
