package rivet.test.sim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

import rivet.runtime.actor.Platform;
import rivet.runtime.turn.Turns;

/** How a run is set up; from its seed. */
record Settings(int actors, int calls, long spanMillis, int waiting, int suspended, int heldOutputs, long abandonMillis, long actionTimeout, long sleepTimeout,
        long sleepGrace, long saveInterval, boolean serial, boolean crashes, boolean replacements, boolean losses, int badHooks) {

    static Settings of(SplittableRandom random) {
        return new Settings(1 + random.nextInt(4), 20 + random.nextInt(60), 2_000 + random.nextInt(30_000), pick(random, 3, 10, 1_000), pick(random, 2, 5, 256),
            pick(random, 1, 4, 10_000), 300 + random.nextInt(2_000), 300 + random.nextInt(3_000), 100 + random.nextInt(5_000), 100 + random.nextInt(2_000),
            50 + random.nextInt(1_500), random.nextInt(4) == 0, random.nextBoolean(), random.nextBoolean(), random.nextInt(3) == 0, random.nextInt(3) * random.nextInt(30));
    }

    private static int pick(SplittableRandom random, int... values) {
        return values[random.nextInt(values.length)];
    }

    Platform.Limits limits() {
        return new Platform.Limits(new Turns.Limits(waiting, suspended), heldOutputs, Duration.ofMillis(abandonMillis));
    }

    /** Returns the options of an actor type. */
    Map<String, Object> options(String durability) {
        Map<String, Object> options = new HashMap<>();
        options.put("rivet.durability", durability);
        options.put("rivet.actionTimeout", actionTimeout);
        options.put("rivet.sleepTimeout", sleepTimeout);
        options.put("rivet.sleepGracePeriod", sleepGrace);
        options.put("rivet.stateSaveInterval", saveInterval);
        options.put("rivet.queues", new String[] { SimActor.QUEUE });
        if (serial) {
            options.put("rivet.concurrency", "serial");
        }
        return options;
    }
}
