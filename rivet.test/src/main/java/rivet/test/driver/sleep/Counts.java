package rivet.test.driver.sleep;



/** How often an actor was started, and put to sleep. */
public class Counts {

    /** Starts, the first included. */
    public long startCount;
    /** Sleeps. */
    public long sleepCount;
}
