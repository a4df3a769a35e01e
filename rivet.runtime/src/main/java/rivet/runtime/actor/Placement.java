package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Incarnation;
import rivet.runtime.type.FactoryGeneration;

/**
 * Which of the generations of its type's code an actor is started on: the best that the roll-out gives it and, if that cannot go on with what is stored, the next one. A
 * start that fails leaves what is stored as it was, so the next generation finds what the last good one left. When that one runs it, the roll-out of the one that
 * failed pauses (design.md section 6).
 */
final class Placement {

    private static final Logger log = LoggerFactory.getLogger(Placement.class);

    /** Errors that say nothing of the code: of the store, of the platform, of a stop. */
    private static final Set<ErrorCode> NOT_OF_CODE = Set.of(ErrorCode.ACTOR_STORAGE_FAILED, ErrorCode.ACTOR_STORAGE_REFUSED, ErrorCode.ACTOR_STORAGE_UNAVAILABLE,
        ErrorCode.ACTOR_STORAGE_DAMAGED, ErrorCode.ACTOR_TYPE_ABSENT, ErrorCode.ACTOR_STOPPING, ErrorCode.ACTOR_STOPPED, ErrorCode.ACTOR_DESTROYING,
        ErrorCode.ACTOR_RESTARTING, ErrorCode.ACTOR_ABORTED, ErrorCode.CORE_INTERNAL_ERROR);

    /** Code that could not be started, and why. */
    private record Failed(FactoryGeneration code, RivetException error) {

        /** Returns whether only other code than this can read what is stored, which is no fault of it. */
        boolean isTooOld() {
            return error.is(ErrorCode.ACTOR_STATE_VERSION_NEWER) || error.is(ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA);
        }
    }

    private final Cell cell;
    private final Launching launcher;

    Placement(Cell cell, Launching launcher) {
        this.cell = cell;
        this.launcher = launcher;
    }

    /**
     * Starts an instance, waiting for code if there is none; fails as {@link Launching#launch} does, with what the first code failed with that could have read what is
     * stored.
     *
     * @param first the incarnation on the first code that is tried; further ones follow
     */
    CompletionStage<Instance> launch(Incarnation first) {
        return cell.platform().factories().await(cell.typeName()).thenCompose(best -> {
            List<FactoryGeneration> candidates = cell.platform().factories().candidates(cell.typeName());
            return attempt(candidates.isEmpty() ? List.of(best) : candidates, first, Optional.empty());
        });
    }

    private CompletionStage<Instance> attempt(List<FactoryGeneration> candidates, Incarnation incarnation, Optional<Failed> before) {
        FactoryGeneration code = candidates.getFirst();
        return launcher.launch(code, incarnation).handle((ready, error) -> {
            if (error == null) {
                before.filter(failed -> !failed.isTooOld()).ifPresent(failed -> wentBack(failed, code));
                return CompletableFuture.completedStage(ready);
            }
            Failed failed = new Failed(code, Failures.of(error));
            boolean gone = !cell.platform().factories().contains(code); // since it was chosen
            Failed told = before.filter(earlier -> gone || failed.isTooOld() || !earlier.isTooOld()).orElse(failed);
            if (candidates.size() == 1 || launcher.isLost() || !gone && !isOfCode(failed)) {
                return CompletableFuture.<Instance> failedStage(told.error);
            }
            Optional<Failed> blamed = gone ? before : Optional.of(told);
            return launcher.closeDatabase().thenCompose(closed -> attempt(candidates.subList(1, candidates.size()), incarnation.next(), blamed));
        }).thenCompose(stage -> stage);
    }

    /** What a new actor's first hooks throw is mostly meant for who creates it: it is told, whatever other code there is. */
    private boolean isOfCode(Failed failed) {
        return launcher.foundCreated() && NOT_OF_CODE.stream().noneMatch(failed.error::is);
    }

    private void wentBack(Failed failed, FactoryGeneration now) {
        String reason = "actor " + cell.start().actorId() + " could not be started: " + text(failed.error);
        boolean first = cell.platform().factories().pause(failed.code, now, reason);
        log.warn("actor {} ({}) cannot be started on {} and went back to {}{}", cell.specifier(), cell.typeName(), failed.code.origin(), now.origin(),
            first ? "; the roll-out is paused: " + text(failed.error) : "");
    }

    private static String text(RivetException error) {
        Throwable cause = Failures.unwrap(error);
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return error.group() + "." + error.code() + ": " + error.getMessage() + (cause == error ? "" : " (" + cause + ")");
    }
}
