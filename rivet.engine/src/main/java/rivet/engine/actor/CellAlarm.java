package rivet.engine.actor;

import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The alarm of an actor: rung while it runs, a reason to wake it while it sleeps. Belongs to the transitions of the cell. */
final class CellAlarm {

    private static final Logger LOG = LoggerFactory.getLogger(CellAlarm.class);

    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Rings rings = new Rings();

    CellAlarm(Surroundings around, Transitions transitions, Life life) {
        this.around = around;
        this.transitions = transitions;
        this.life = life;
    }

    /** Sets the alarm, 0 for none; done when durable. */
    CompletionStage<?> set(long at) {
        if (at != life.row.alarmTs()) {
            rings.reset();
        }
        life.row = life.row.alarm(at);
        CompletionStage<?> note = around.table().alarm(life.row.id(), at);
        transitions.then(() -> {
            around.directory().flush();
            around.alarms().set(life.row.id(), at);
        });
        transitions.await(note, failure -> {
            // who set it hears of it
        });
        return note;
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
