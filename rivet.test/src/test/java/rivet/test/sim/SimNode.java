package rivet.test.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

import org.osgi.framework.Version;

import rivet.actor.Actor;
import rivet.actor.ActorFactory;
import rivet.actor.Durability;
import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.runtime.actor.Platform;
import rivet.runtime.host.Host;
import rivet.runtime.host.HostInspection;
import rivet.runtime.host.HostRollouts;
import rivet.runtime.rollout.RolloutBook;
import rivet.runtime.store.ActorStore;
import rivet.runtime.type.ActorOptions;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.Hosting;

/** One process with the runtime in it, from its start to its end or its death. */
final class SimNode {

    /** The actor types: one for each durability, and one with a run handler that works off a queue. */
    static final Map<String, Durability> TYPES = Map.of("strict", Durability.TURN, "lazy", Durability.INTERVAL, "worker", Durability.TURN);

    private final World world;
    private final SimProcess process;
    private final SimStorage storage;
    private final Factories factories;
    private final Host host;
    private final SimEngine engine;
    private final Map<String, FactoryGeneration> code = new LinkedHashMap<>();
    /** Older code that is still there. */
    private final Map<String, FactoryGeneration> beside = new LinkedHashMap<>();
    private final Set<SimActor> instances = new LinkedHashSet<>();
    private Hosting hosting;
    private int versions;
    private boolean over;

    SimNode(World world, String name, Disk disk, Faults faults, Directory directory) {
        this.world = world;
        process = new SimProcess(world.scheduler(), name);
        storage = new SimStorage(process, disk, faults, world.ledger());
        factories = new Factories(process, Duration.ofMillis(500), 100);
        Platform platform = new Platform(process, task -> process.start("turns", task), count -> {}, new ActorStore(storage), factories,
            () -> "conn" + world.scheduler().number(), world.settings().limits(), new LongAdder());
        host = new Host(platform, "sim");
        engine = new SimEngine(this, directory, storage);
    }

    World world() {
        return world;
    }

    SimProcess process() {
        return process;
    }

    SimStorage storage() {
        return storage;
    }

    SimEngine engine() {
        return engine;
    }

    Hosting hosting() {
        return hosting;
    }

    /** Starts the platform, on a thread of its process. */
    void boot() {
        TYPES.keySet().stream().sorted().forEach(this::addCode);
        hosting = host.attach(engine);
        engine.up();
    }

    /** Ends the platform; blocks until it has ended. */
    void shutDown() {
        hosting.close();
    }

    // ------------------------------------------------------------------ code

    /** Adds the next version of a type's code. */
    void addCode(String type) {
        addCode(type, false);
    }

    private void addCode(String type, boolean bad) {
        FactoryGeneration.Origin origin = new FactoryGeneration.Origin("sim", new Version(1, 0, ++versions), 0, versions);
        FactoryGeneration next = new FactoryGeneration(type, origin, ActorOptions.of(world.settings().options(TYPES.get(type).name())),
            new Making(type, bad));
        world.scheduler().say("code of " + type + " comes: " + origin + (bad ? ", bad" : ""));
        code.put(type, next);
        factories.add(next);
    }

    /** Newer code comes before the older goes; blocks until the instances of that are let go. */
    void replaceCode(String type) {
        FactoryGeneration old = code.get(type);
        addCode(type);
        if (old != null) {
            world.scheduler().say("code of " + type + " goes: " + old.origin());
            host.factoryRemoved(old);
        }
    }

    /**
     * Newer code comes while the older stays.
     *
     * @param bad whether no actor that there was before can be started on it; if there is no older code it is good
     */
    void addCodeBeside(String type, boolean bad) {
        Optional<FactoryGeneration> older = Optional.ofNullable(code.get(type));
        older.ifPresent(there -> beside.put(type, there));
        addCode(type, bad && older.isPresent());
    }

    /** Of two versions of code one goes; blocks until its instances are let go. */
    void leaveOne(String type, boolean theOlder) {
        FactoryGeneration older = beside.remove(type);
        if (older == null) {
            return;
        }
        FactoryGeneration gone = theOlder || !code.containsKey(type) ? older : code.replace(type, older);
        world.scheduler().say("code of " + type + " goes: " + gone.origin());
        host.factoryRemoved(gone);
    }

    /** An operator has the actors of a type run the older code, or the newest again. */
    void roll(String type, boolean back) {
        HostRollouts rollouts = new HostRollouts(host, RolloutBook.inMemory(process.clock()));
        try {
            if (back) {
                rollouts.rollBack(type);
            } else {
                rollouts.resume(type);
            }
        } catch (RivetException e) {
            world.scheduler().say("no roll-out of " + type + ": " + e.getMessage());
        }
    }

    boolean hasCode(String type) {
        return code.containsKey(type);
    }

    /** Takes the code of a type away; blocks until its instances are let go. */
    void removeCode(String type) {
        FactoryGeneration gone = code.remove(type);
        if (gone != null) {
            world.scheduler().say("code of " + type + " goes: " + gone.origin());
            host.factoryRemoved(gone);
            world.scheduler().say("code of " + type + " has gone: " + gone.origin());
        }
    }

    private final class Making implements ActorFactory {

        private final String type;
        private final boolean bad;

        Making(String type, boolean bad) {
            this.type = type;
            this.bad = bad;
        }

        @Override
        public Actor<?> create() {
            SimActor made = type.equals("worker") ? new SimWorker(SimNode.this, bad) : new SimActor(SimNode.this, TYPES.get(type), bad);
            instances.add(made);
            return made;
        }

        @Override
        public void dispose(Actor<?> actor) {
            Optional.ofNullable(((SimActor) actor).life()).filter(life -> life.current() != null).ifPresent(Life::leaveBehind);
            if (!instances.remove(actor)) {
                world.scheduler().violated(new Violation("an instance is given back twice: " + ((SimActor) actor).life()));
            }
        }
    }

    // ------------------------------------------------------------------ checks

    /** Checks that no more waits in an actor than may. */
    void checkInboxes() {
        for (ActorInfo actor : new HostInspection(host).busiest(1_000)) {
            int waiting = actor.live().orElseThrow().waiting();
            // what the platform itself has to do is not limited: timers, listeners, the ends of connections
            if (waiting > 2 * world.settings().waiting() + 50) {
                world.scheduler().violated(new Violation(waiting + " wait in actor " + actor.id()));
            }
        }
    }

    /** The platform has ended in it. */
    void over() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Returns whether only the given thread is left. */
    boolean isEmpty(SimThread except) {
        return process.timers().isEmpty() && storage.handles().isEmpty() && instances.isEmpty() && process.threads().stream().allMatch(thread -> thread == except);
    }

    /** Checks that an ended process has left nothing. */
    void checkEmpty(SimThread except) {
        process.threads().stream().filter(thread -> thread != except).findFirst().ifPresent(thread -> world.scheduler().violated(
            new Violation("after its end " + process + " has threads left: " + process.threads() + "\n" + stack(thread.thread()))));
        require(process.timers().isEmpty(), "timers " + process.timers());
        require(storage.handles().isEmpty(), "open " + storage.handles());
        require(instances.isEmpty(), "instances of code " + instances.stream().map(actor -> String.valueOf(actor.life())).toList());
    }

    private void require(boolean good, String what) {
        if (!good) {
            world.scheduler().violated(new Violation("after its end " + process + " has left: " + what));
        }
    }

    /** Returns where a thread is. */
    static String stack(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement element : thread.getStackTrace()) {
            text.append("    at ").append(element).append('\n');
        }
        return text.toString();
    }
}
