package rivet.test.driver.sleep;

import rivet.actor.Actor;
import rivet.actor.StopReason;

/**
 * What the actors of this package have in common: they count their starts and their sleeps.
 *
 * @param <S> the state
 */
abstract class CountingActor<S extends Counts> extends Actor<S> {

    @Override
    protected void onWake() throws Exception {
        state().startCount++;
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        state().sleepCount++;
    }
}
