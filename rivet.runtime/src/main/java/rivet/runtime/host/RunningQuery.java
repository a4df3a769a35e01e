package rivet.runtime.host;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorPage;
import rivet.inspect.ActorSearch;
import rivet.inspect.QueryListener;
import rivet.inspect.QueryListener.Reason;
import rivet.inspect.TableRows;
import rivet.inspect.TypeQuery;
import rivet.runtime.actor.Failures;
import rivet.runtime.actor.Platform;
import rivet.runtime.inspect.DatabaseView;

/**
 * A query over many actors while it runs: a page of actors at a time, a few databases at a time, and never more answers than those waiting to be told.
 * <p>
 * Invariant, under the monitor: {@code reading} reads are under way, of actors that were taken out of {@code left}; together with the answers in {@code answers} they are at
 * most {@link #AHEAD}, so a listener that blocks stops the reading. While {@code telling}, one thread tells what is in {@code answers}. Once {@code over} is set nothing
 * more is begun, and the end is told when the last answer that is still wanted has been.
 */
final class RunningQuery implements ActorInspection.Watch {

    private static final Logger log = LoggerFactory.getLogger(RunningQuery.class);
    private static final int PAGE = 500;
    private static final int AHEAD = 8;
    private static final int MOST_ROWS = 1_000_000;
    private static final int MOST_ROWS_OF_ONE = 10_000;
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** What an actor's database gave. */
    private record Answer(ActorInfo actor, Optional<TableRows> rows, Optional<RivetException> failure) {}

    private final Platform platform;
    private final Function<ActorSearch, CompletionStage<ActorPage>> pages;
    private final TypeQuery query;
    private final QueryListener listener;
    private final int rowsOfOne;
    private final long mostRows;
    // guarded by this
    private final Deque<ActorInfo> left = new ArrayDeque<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private Optional<String> next = Optional.empty();
    private boolean listed;
    private boolean listing;
    private int reading;
    private boolean telling;
    private boolean ended;
    private Optional<Reason> over = Optional.empty();
    // used by the thread that tells
    private long actors;
    private long rows;
    private long failed;

    RunningQuery(Platform platform, Function<ActorSearch, CompletionStage<ActorPage>> pages, TypeQuery query, QueryListener listener) {
        this.platform = platform;
        this.pages = pages;
        this.query = query;
        this.listener = listener;
        rowsOfOne = Math.clamp(query.rowsPerActor(), 1, MOST_ROWS_OF_ONE);
        mostRows = Math.clamp(query.rows(), 1, MOST_ROWS);
    }

    void begin() {
        platform.actorThreads().execute(this::goOn);
    }

    @Override
    public void close() {
        end(Reason.CANCELLED);
    }

    private void end(Reason reason) {
        synchronized (this) {
            if (over.isEmpty()) {
                over = Optional.of(reason);
            }
            left.clear();
            answers.clear();
        }
        tell();
    }

    /** Begins what may be begun, and tells what there is. */
    private void goOn() {
        while (true) {
            ActorInfo actor = null;
            synchronized (this) {
                boolean room = over.isEmpty() && reading + answers.size() < AHEAD;
                if (room && !left.isEmpty()) {
                    actor = left.poll();
                    reading++;
                } else if (!room || listing || listed) {
                    break;
                } else {
                    listing = true;
                }
            }
            if (actor == null) {
                list();
                break;
            }
            read(actor);
        }
        tell();
    }

    private void list() {
        ActorSearch which = query.which();
        ActorSearch page = new ActorSearch(which.type(), which.namespace(), which.text(), which.condition(), next.or(which::after), PAGE);
        guarded(() -> pages.apply(page)).whenCompleteAsync(this::listed, platform.actorThreads());
    }

    private void listed(ActorPage page, Throwable failure) {
        if (failure != null) {
            log.warn("the actors for a query could not be listed", failure);
            end(Reason.FAILED);
            return;
        }
        synchronized (this) {
            listing = false;
            next = page.next();
            listed = next.isEmpty();
            if (over.isEmpty()) {
                left.addAll(page.actors());
            }
        }
        goOn();
    }

    private void read(ActorInfo actor) {
        Duration limit = query.limit().compareTo(LONGEST) > 0 ? LONGEST : query.limit();
        guarded(() -> new DatabaseView(platform.store(), actor.id()).query(query.sql(), query.parameters(), limit))
            .whenCompleteAsync((rows, failure) -> {
                synchronized (this) {
                    reading--;
                    if (over.isEmpty()) {
                        answers.add(new Answer(actor, Optional.ofNullable(rows), Optional.ofNullable(failure).map(Failures::of)));
                    }
                }
                goOn();
            }, platform.actorThreads());
    }

    private static <T> CompletionStage<T> guarded(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private void tell() {
        synchronized (this) {
            if (telling) {
                return;
            }
            telling = true;
        }
        while (true) {
            Answer answer;
            Optional<Reason> last = Optional.empty();
            synchronized (this) {
                answer = answers.poll();
                if (answer == null) {
                    boolean done = listed && left.isEmpty() && reading == 0 && !listing;
                    last = over.or(() -> done ? Optional.of(Reason.COMPLETE) : Optional.empty()).filter(reason -> !ended);
                    ended |= last.isPresent();
                    telling = false;
                    over = over.or(() -> ended ? Optional.of(Reason.COMPLETE) : Optional.empty());
                }
            }
            if (answer == null) {
                last.ifPresent(this::tellEnd);
                return;
            }
            tell(answer);
            goOnReading();
        }
    }

    /** There is room again; on another thread, as this one tells. */
    private void goOnReading() {
        platform.actorThreads().execute(this::goOn);
    }

    private void tell(Answer answer) {
        actors++;
        try {
            if (answer.failure().isPresent()) {
                failed++;
                listener.failed(answer.actor(), answer.failure().get());
            } else if (!answer.rows().orElse(TableRows.NONE).rows().isEmpty()) {
                tellRows(answer.actor(), answer.rows().get());
            }
        } catch (RuntimeException e) {
            log.warn("the listener of a query failed", e);
            end(Reason.FAILED);
        }
    }

    private void tellRows(ActorInfo actor, TableRows found) {
        int most = (int) Math.min(rowsOfOne, mostRows - rows);
        List<Object[]> shown = found.rows().size() > most ? new ArrayList<>(found.rows().subList(0, most)) : found.rows();
        rows += shown.size();
        listener.rows(actor, new TableRows(found.columns(), shown), found.rows().size() > shown.size());
        if (rows >= mostRows) {
            end(Reason.ROW_LIMIT);
        }
    }

    private void tellEnd(Reason reason) {
        try {
            listener.ended(new QueryListener.End(actors, rows, failed, reason));
        } catch (RuntimeException e) {
            log.warn("the listener of a query failed", e);
        }
    }
}
