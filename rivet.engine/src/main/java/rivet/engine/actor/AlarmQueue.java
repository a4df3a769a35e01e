package rivet.engine.actor;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.directory.ActorRow;
import rivet.engine.directory.ActorTable;

/**
 * The alarms of all actors in the order of their times. Those of the next two minutes are in memory, the others in the directory, from
 * where they are fetched a page at a time: what a hundred thousand sleeping actors cost is bounded. Looks at the clock at least every
 * minute, so that a clock that was set is noticed. Alarms ring at a bounded rate; a late one loses nothing but time.
 * <p>
 * An entry is a hint: whoever is told compares with the actor's row. So one too many is harmless, and an old one need not be found.
 */
final class AlarmQueue {

    /** Longest time without a look at the clock, milliseconds. */
    static final long RECHECK = 60_000;
    private static final long AHEAD = 2 * RECHECK;
    private static final long TICK = 100;
    private static final int PAGE = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(AlarmQueue.class);

    private record Entry(long at, String id) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : id.compareTo(other.id);
        }
    }

    private final ActorTable table;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final Consumer<String> due;
    private final int atOnce;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock: queue and entries hold the same alarms, all that are set for a time up to horizon, but for those that the
    // page being fetched still brings
    private final TreeSet<Entry> queue = new TreeSet<>();
    private final Map<String, Entry> entries = new HashMap<>();
    private long horizon;
    private long pageTs;
    private long pageNr;
    private boolean more;
    private boolean fetching;
    private boolean closed;
    private long scheduledAt = Long.MAX_VALUE;
    private Future<?> scheduled;

    AlarmQueue(ActorTable table, InstantSource clock, ScheduledExecutorService timer, int perSecond, Consumer<String> due) {
        this.table = table;
        this.clock = clock;
        this.timer = timer;
        this.due = due;
        this.atOnce = Math.max(1, (int) (perSecond * TICK / 1_000));
    }

    /** Begins to ring. */
    void open() {
        tick();
    }

    /** Sets the alarm of an actor, 0 for none. */
    void set(String id, long at) {
        lock.lock();
        try {
            Entry old = entries.remove(id);
            if (old != null) {
                queue.remove(old);
            }
            if (at != 0 && at <= horizon) {
                put(new Entry(at, id));
                scheduleAt(at);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Rings no more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            if (scheduled != null) {
                scheduled.cancel(false);
            }
        } finally {
            lock.unlock();
        }
    }

    private void put(Entry entry) {
        entries.put(entry.id(), entry);
        queue.add(entry);
    }

    private void tick() {
        List<String> ring = new ArrayList<>();
        boolean fetch;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            scheduledAt = Long.MAX_VALUE;
            long now = clock.millis();
            while (!queue.isEmpty() && queue.first().at() <= now && ring.size() < atOnce) {
                Entry entry = queue.pollFirst();
                entries.remove(entry.id());
                ring.add(entry.id());
            }
            fetch = fetchIsDue(now);
            boolean late = !queue.isEmpty() && queue.first().at() <= now;
            scheduleAt(late ? now + TICK : queue.isEmpty() ? now + RECHECK : Math.min(queue.first().at(), now + RECHECK));
        } finally {
            lock.unlock();
        }
        ring.forEach(due);
        if (fetch) {
            fetch();
        }
    }

    private boolean fetchIsDue(long now) {
        if (fetching || (more ? queue.size() > PAGE / 2 : horizon - now > RECHECK)) {
            return false;
        }
        fetching = true;
        if (!more) {
            // from now on whoever sets an alarm up to there puts it into the queue
            horizon = Math.max(horizon, now + AHEAD);
        }
        return true;
    }

    private void fetch() {
        table.alarms(pageTs, pageNr, horizon, PAGE).whenComplete((page, failure) -> {
            lock.lock();
            try {
                fetching = false;
                if (failure != null) {
                    LOG.warn("The next alarms could not be read: {}", Causes.of(failure).toString());
                    more = true;
                    scheduleAt(clock.millis() + RECHECK);
                    return;
                }
                page.forEach(this::fetched);
                more = page.size() == PAGE;
                if (more) {
                    pageTs = page.getLast().alarmTs();
                    pageNr = page.getLast().nr();
                } else {
                    pageTs = horizon;
                    pageNr = Long.MAX_VALUE;
                }
                scheduleAt(queue.isEmpty() ? clock.millis() + RECHECK : queue.first().at());
            } finally {
                lock.unlock();
            }
        });
    }

    private void fetched(ActorRow row) {
        if (!entries.containsKey(row.id())) {
            put(new Entry(row.alarmTs(), row.id()));
        }
    }

    private void scheduleAt(long at) {
        if (at >= scheduledAt || closed) {
            return;
        }
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        scheduledAt = at;
        scheduled = timer.schedule(this::tick, Math.max(0, at - clock.millis()), TimeUnit.MILLISECONDS);
    }
}
