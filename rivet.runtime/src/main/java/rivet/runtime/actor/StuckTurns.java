package rivet.runtime.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.inspect.StuckTurn;
import rivet.runtime.time.Time;
import rivet.runtime.turn.Carriers;
import rivet.runtime.turn.Turns;

/**
 * Knows the turns that run longer than a second, and the threads that were left behind because they ignored their interruption. Used by the watchdog's thread, read from
 * anywhere.
 */
public final class StuckTurns {

    private static final Logger log = LoggerFactory.getLogger(StuckTurns.class);
    private static final Duration LONG = Duration.ofSeconds(1);

    private record Entry(String actorId, String type, String what, Thread thread, long sinceNanos, boolean abandoned) {}

    private final Time time;
    private final Carriers carriers;
    private final Map<Thread, Entry> entries = new ConcurrentHashMap<>();

    /** Makes a register. */
    public StuckTurns(Time time, Carriers carriers) {
        this.time = time;
        this.carriers = carriers;
    }

    /** Looks at what an instance runs. */
    void watch(Cell cell, Instance instance) {
        Optional<Turns.Running> running = instance.turns().running();
        if (running.isEmpty() || time.nanos() - running.get().sinceNanos() < LONG.toNanos()) {
            return;
        }
        Turns.Running turn = running.get();
        Entry entry = new Entry(cell.start().actorId(), cell.typeName(), turn.task().what(), turn.thread(), turn.sinceNanos(), false);
        Entry known = entries.get(turn.thread());
        if (known != null && known.abandoned && known.sinceNanos == entry.sinceNanos) {
            return; // it was left behind while its actor was being stopped already
        }
        entries.put(turn.thread(), entry);
        if (known == null || known.sinceNanos != entry.sinceNanos) {
            log.warn("actor {} ({}): a turn has run for more than a second: {}", cell.specifier(), cell.typeName(), turn.task().what());
        }
        if (ignoresInterruption(turn, cell.platform().limits().abandonAfter())) {
            abandon(cell, instance, entry);
        }
    }

    private boolean ignoresInterruption(Turns.Running turn, Duration limit) {
        long interrupted = ((ActorTask) turn.task()).interruptedAt;
        return interrupted != 0 && time.nanos() - Math.max(interrupted, turn.sinceNanos()) > limit.toNanos();
    }

    private void abandon(Cell cell, Instance instance, Entry entry) {
        log.error("actor {} ({}): {} ignored its interruption and is left behind; the actor restarts without it", cell.specifier(), cell.typeName(), entry.what);
        entries.put(entry.thread, new Entry(entry.actorId, entry.type, entry.what, entry.thread, entry.sinceNanos, true));
        cell.instances().abandon(instance);
    }

    /** The start of an instance is given up although its turn goes on. */
    void leftBehind(Cell cell, Instance instance) {
        instance.turns().running().ifPresent(turn -> {
            log.error("actor {} ({}): its {} ignored its interruption and is left behind", cell.specifier(), cell.typeName(), turn.task().what());
            entries.put(turn.thread(), new Entry(cell.start().actorId(), cell.typeName(), turn.task().what(), turn.thread(), turn.sinceNanos(), true));
        });
    }

    /** Forgets turns that have ended, and makes up for those that compute. Called after all actors were looked at, with the threads that hold a turn now. */
    public void sweep(Set<Thread> holding) {
        entries.values().removeIf(entry -> entry.abandoned ? !entry.thread.isAlive() : !holding.contains(entry.thread));
        carriers.makeUpFor((int) entries.keySet().stream().filter(thread -> thread.getState() == Thread.State.RUNNABLE).count());
    }

    /** Returns all, longest first. */
    public List<StuckTurn> all() {
        List<Entry> sorted = new ArrayList<>(entries.values());
        sorted.sort((a, b) -> Long.compare(a.sinceNanos, b.sinceNanos));
        List<StuckTurn> turns = new ArrayList<>();
        for (Entry e : sorted) {
            List<String> stack = Arrays.stream(e.thread.getStackTrace()).map(StackTraceElement::toString).toList();
            turns.add(new StuckTurn(e.actorId, e.type, e.what, (time.nanos() - e.sinceNanos) / 1_000_000, e.abandoned, e.thread.toString(), stack));
        }
        return turns;
    }
}
