package rivet.test.sim;

import java.util.ArrayList;
import java.util.List;

/** The state of simulated actors; public for the mapper. */
public final class SimState {

    /** How often it was changed. */
    public long count;

    /** What changed it. */
    public List<Long> marks = new ArrayList<>();
}
