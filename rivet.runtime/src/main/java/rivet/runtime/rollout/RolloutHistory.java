package rivet.runtime.rollout;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.type.FactoryGeneration.Origin;

/**
 * What happened to the code of each type. It is all here in memory, and written as it changes. The roll-out that was begun last is never dropped, as the next process
 * goes on with it.
 */
final class RolloutHistory implements RolloutWatch {

    private static final int MOST = 100;

    private final InstantSource clock;
    private final RolloutDatabase database;
    private final Map<String, List<HistoryRow>> types = new TreeMap<>(); // guarded by this; oldest first
    private boolean closed; // guarded by this

    RolloutHistory(InstantSource clock, RolloutDatabase database) {
        this.clock = clock;
        this.database = database;
    }

    synchronized void loaded(HistoryRow row) {
        types.computeIfAbsent(row.event().type(), type -> new ArrayList<>()).add(row);
    }

    /** What comes and goes from now on does because the platform stops. */
    synchronized void close() {
        closed = true;
    }

    /** Returns the events of a type, newest first. */
    synchronized List<RolloutEvent> of(String type) {
        return types.getOrDefault(type, List.of()).reversed().stream().map(HistoryRow::event).toList();
    }

    /** Code has come, or gone: that is news unless it was like that already. */
    synchronized void presence(Kind kind, String type, Origin origin, String reason) {
        Optional<HistoryRow> last = rows(type).reversed().stream().filter(row -> row.isOfPresence() && row.isOfName(origin)).findFirst();
        if (last.filter(row -> row.event().kind() == kind && row.isOf(origin)).isEmpty()) {
            add(type, HistoryRow.of(next(type), clock.instant(), kind, type, origin, BUNDLE, reason, Optional.empty()));
        }
    }

    /** Something was done to the roll-out of code. */
    synchronized void add(Kind kind, FactoryGeneration code, String by, String reason) {
        add(code.type(), HistoryRow.of(next(code.type()), clock.instant(), kind, code, by, reason, Optional.empty()));
    }

    @Override
    public synchronized void begun(FactoryGeneration target, Rollout rollout, String by) {
        add(target.type(), HistoryRow.of(next(target.type()), rollout.begun(), Kind.BEGUN, target, by, "", Optional.of(rollout.pace())));
    }

    @Override
    public synchronized Optional<Earlier> earlier(FactoryGeneration target) {
        return begun(target.type()).filter(row -> row.isOf(target.origin())).map(HistoryRow::event)
            .map(event -> new Earlier(event.pace().orElse(Pace.ALL_AT_ONCE), event.at(), event.moved(), event.failed()));
    }

    @Override
    public void moved(String actor, FactoryGeneration from, FactoryGeneration to) {
        count(to, 1, 0);
    }

    @Override
    public void failed(Rollout.Failure failure, FactoryGeneration from, FactoryGeneration to) {
        count(to, 0, 1);
    }

    @Override
    public synchronized void done(Rollout rollout) {
        begun(rollout.type()).filter(row -> !isDone(row)).ifPresent(row -> {
            RolloutEvent begun = row.event();
            add(rollout.type(), new HistoryRow(next(rollout.type()), row.content(), new RolloutEvent(rollout.type(), clock.instant(), Kind.DONE, begun.bundle(),
                begun.version(), begun.location(), RolloutWatch.PLATFORM, "", Optional.empty(), rollout.moved(), rollout.failed())));
        });
    }

    /** Returns whether that was told already: by an earlier process, whose roll-out this one went on with. */
    private boolean isDone(HistoryRow begun) {
        return rows(begun.event().type()).stream().anyMatch(row -> row.event().kind() == Kind.DONE && row.seq() > begun.seq());
    }

    private synchronized void count(FactoryGeneration to, long moved, long failed) {
        begun(to.type()).filter(row -> row.isOf(to.origin())).ifPresent(row -> {
            HistoryRow counted = row.plus(moved, failed);
            rows(to.type()).set(rows(to.type()).indexOf(row), counted);
            database.put(counted.key(), counted.put());
        });
    }

    /** Returns the roll-out that was begun last. */
    private Optional<HistoryRow> begun(String type) {
        return rows(type).reversed().stream().filter(row -> row.event().kind() == Kind.BEGUN).findFirst();
    }

    private List<HistoryRow> rows(String type) {
        return types.computeIfAbsent(type, t -> new ArrayList<>());
    }

    private long next(String type) {
        return rows(type).isEmpty() ? 1 : rows(type).getLast().seq() + 1;
    }

    private void add(String type, HistoryRow row) {
        if (closed) {
            return;
        }
        List<HistoryRow> rows = rows(type);
        rows.add(row);
        database.put(row.key(), row.put());
        if (rows.size() > MOST) {
            HistoryRow oldest = begun(type).filter(begun -> begun == rows.getFirst()).isPresent() ? rows.get(1) : rows.getFirst();
            rows.remove(oldest);
            database.put(oldest.key(), oldest.delete());
        }
    }
}
