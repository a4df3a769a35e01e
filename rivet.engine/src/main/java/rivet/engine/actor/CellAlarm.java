package rivet.engine.actor;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The alarm of an actor: rung while it runs, a reason to wake it while it sleeps. Belongs to the transitions of the cell. */
final class CellAlarm {

    private static final Logger LOG = LoggerFactory.getLogger(CellAlarm.class);
    private static final long PAUSE = 1_000;
    private static final int MOST_DOUBLINGS = 6;

    private final ActorCell cell;
    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Rings rings = new Rings();
    /** Counts the calls of {@link #set}. */
    private int sets;

    CellAlarm(ActorCell cell, Surroundings around, Transitions transitions, Life life) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
    }

    /** Sets the alarm, 0 for none; done when durable. If that fails, who set it hears of it, and no alarm is missed that may be the durable one. */
    CompletionStage<?> set(long at) {
        long before = life.row.alarmTs();
        int number = ++sets;
        replace(at);
        CompletionStage<?> note = around.table().alarm(life.row.id(), at);
        transitions.then(around.directory()::flush);
        transitions.await(note, failure -> {
            if (failure != null && number == sets) {
                replace(before == 0 || at == 0 ? Math.max(before, at) : Math.min(before, at));
                findOut(number, 0);
            }
        });
        return note;
    }

    private void replace(long at) {
        if (at != life.row.alarmTs()) {
            rings.reset();
        }
        life.row = life.row.alarm(at);
        transitions.then(() -> around.alarms().set(life.row.id(), at));
    }

    /** Reads which alarm the directory has, again and again until it can be read or another alarm is set. */
    private void findOut(int number, int failed) {
        transitions.then(() -> around.table().find(life.row.id()).whenComplete((row, failure) -> transitions.change(() -> {
            if (number != sets || life.condemned() || life.closed) {
                return;
            }
            if (failure == null) {
                row.ifPresent(found -> replace(found.alarmTs()));
                cell.advance();
            } else {
                around.timer().schedule(() -> transitions.change(() -> findOut(number, failed + 1)), PAUSE << Math.min(failed, MOST_DOUBLINGS), TimeUnit.MILLISECONDS);
            }
        })));
    }

    /** Forgets the alarm of an actor that is to be destroyed. */
    void forget() {
        transitions.then(() -> around.alarms().set(life.row.id(), 0));
    }

    /** Returns from when on it is a reason to wake the actor, 0 for never. */
    long dueAt() {
        return life.row.alarmTs() == 0 ? 0 : Math.max(life.row.alarmTs(), rings.againAt());
    }

    /** Tells the running generation, once. */
    void ringIfDue() {
        long due = life.row.alarmTs();
        if (due != 0 && due <= around.now() && rings.ring(due, life.generation)) {
            int number = life.generation;
            transitions.then(() -> around.hosting().alarm(life.row.id(), number));
        }
    }

    /** A generation ended: an alarm that it left as it was rings later, and not for ever. */
    void generationEnded() {
        long due = life.row.alarmTs();
        if (due == 0 || due > around.now()) {
            return;
        }
        rings.ended(due, life.generation, around.now());
        if (rings.enough(due)) {
            LOG.warn("{} {} leaves its alarm of {} as it is; it is dropped", life.row.name(), life.row.id(), due);
            set(0);
        }
    }
}
