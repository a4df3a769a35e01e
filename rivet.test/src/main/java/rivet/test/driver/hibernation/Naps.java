package rivet.test.driver.hibernation;

/** How often an actor slept and woke. */
public class Naps {

    /** Sleep hooks. */
    public long sleepCount;
    /** Wake hooks. */
    public long wakeCount;
}
