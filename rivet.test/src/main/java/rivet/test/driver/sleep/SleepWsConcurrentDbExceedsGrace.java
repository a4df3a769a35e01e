package rivet.test.driver.sleep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.Sql;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;
import rivet.error.RivetException;

/** Writes beyond its grace period, in several handlers at once. */
@ActorType(value = "sleepWsConcurrentDbExceedsGrace", sleepTimeout = 100, sleepGracePeriod = 200)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWsConcurrentDbExceedsGrace extends LoggingActor<SleepWsConcurrentDbExceedsGrace.State> {

    private static final Pattern WORK = Pattern.compile("\\{\"type\":\"slow-db-work\",\"index\":(\\d{1,6})\\}");

    /** The counts, how often handlers began and ended, and what they were refused with. */
    public static final class State extends Counts {

        /** Begun. */
        public long handlerStarted;
        /** Ended. */
        public long handlerFinished;
        /** Messages of errors. */
        public List<String> handlerErrors = new ArrayList<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> {
            if (WORK.matcher(text) instanceof Matcher work && work.matches()) {
                work(socket, Integer.parseInt(work.group(1)));
            }
        });
        socket.send("{\"type\":\"connected\"}");
    }

    private void work(WebSocket socket, int index) {
        Sql database = sql(); // kept beyond the wait
        state().handlerStarted++;
        log(database, "handler-" + index + "-start");
        socket.send("{\"type\":\"started\",\"index\":" + index + "}");
        sleep(Duration.ofMillis(2_000 + 50 * index)); // does not come back when the grace period is over
        log(database, "handler-" + index + "-finish");
        state().handlerFinished++;
    }

    private void log(Sql database, String event) {
        try {
            database.execute("INSERT INTO sleep_log (event, created_at) VALUES (?, ?)", event, clock().millis());
        } catch (RivetException e) {
            state().handlerErrors.add(e.getMessage());
            throw e;
        }
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep");
    }

    /** Returns the counts. */
    @Action
    public State getStatus() {
        return state();
    }
}
