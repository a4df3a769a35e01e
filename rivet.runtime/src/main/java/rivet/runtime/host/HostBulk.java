package rivet.runtime.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorPage;
import rivet.inspect.ActorSearch;
import rivet.inspect.BulkAction;
import rivet.inspect.BulkActions;
import rivet.inspect.BulkResult;
import rivet.runtime.actor.Failures;
import rivet.spi.engine.Engine;

/** Does something to actors by the page. */
public final class HostBulk implements BulkActions {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");
    private static final int AT_ONCE = 16;

    private final Host host;
    private final HostInspection inspection;

    /** Makes one. */
    public HostBulk(Host host) {
        this.host = host;
        inspection = new HostInspection(host);
    }

    private Engine engine() {
        return host.attached().map(AttachedEngine::engine).orElseThrow(() -> ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }

    @Override
    public CompletionStage<BulkResult> each(BulkAction action, ActorSearch search) {
        return inspection.search(search).thenCompose(page -> {
            audit.info("{} {} of {}", action.name().toLowerCase(Locale.ROOT), page.actors().size(), described(search));
            return new Bulk(action, page).run();
        });
    }

    /** Returns which actors those are, for the audit log. */
    static String described(ActorSearch search) {
        StringBuilder text = new StringBuilder("actors");
        search.type().ifPresent(type -> text.append(" of type ").append(type));
        search.namespace().ifPresent(namespace -> text.append(" in ").append(namespace));
        search.text().ifPresent(wanted -> text.append(" with ").append(wanted));
        search.condition().ifPresent(condition -> text.append(", ").append(condition.name().toLowerCase(Locale.ROOT)));
        return text.toString();
    }

    /** Does something to a page of actors. Every actor is begun once: who takes the next one out of {@code left} begins it. */
    private final class Bulk {

        private final BulkAction action;
        private final ActorPage page;
        // guarded by this
        private final Deque<ActorInfo> left;
        private final List<BulkResult.Failure> failures = new ArrayList<>();
        private int done;

        Bulk(BulkAction action, ActorPage page) {
            this.action = action;
            this.page = page;
            left = new ArrayDeque<>(page.actors());
        }

        CompletionStage<BulkResult> run() {
            List<CompletableFuture<Void>> lines = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                lines.add(next().toCompletableFuture());
            }
            return CompletableFuture.allOf(lines.toArray(CompletableFuture[]::new)).thenApply(all -> result());
        }

        private synchronized BulkResult result() {
            return new BulkResult(done, List.copyOf(failures), page.next());
        }

        /** On a thread of its own each time: what is done at once must not pile up on one stack. */
        private CompletionStage<Void> next() {
            ActorInfo actor;
            synchronized (this) {
                actor = left.poll();
            }
            return actor == null ? CompletableFuture.completedStage(null)
                : to(actor.id()).handleAsync((nothing, failure) -> ended(actor, failure), host.platform().actorThreads()).thenCompose(nothing -> next());
        }

        private CompletionStage<Void> to(String id) {
            try {
                return action == BulkAction.SLEEP ? engine().sleep(id) : engine().destroy(id);
            } catch (RuntimeException e) {
                return CompletableFuture.failedStage(e);
            }
        }

        private synchronized Void ended(ActorInfo actor, Throwable failure) {
            if (failure == null) {
                done++;
            } else {
                failures.add(new BulkResult.Failure(actor.id(), String.valueOf(Failures.of(failure).getMessage())));
            }
            return null;
        }
    }
}
