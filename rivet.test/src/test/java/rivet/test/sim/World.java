package rivet.test.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;

/** All that there is in a run. */
final class World implements AutoCloseable {

    /** Blocks a thread, whatever interrupts it. */
    private static final class Block {

        private final Thread thread = Thread.currentThread();
        private final SimNode node;
        private boolean over;

        Block(SimNode node) {
            this.node = node;
        }

        void open() {
            over = true;
            LockSupport.unpark(thread);
        }
    }

    private final Scheduler scheduler;
    private final Settings settings;
    private final SplittableRandom random;
    private final Faults faults;
    private final Disk disk = new Disk();
    private final Directory directory = new Directory();
    private final Ledger ledger;
    private final SimProcess outside;
    private final List<SimNode> zombies = new ArrayList<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Set<Block> blocks = new LinkedHashSet<>();
    private SimNode node;
    private int nodes;
    private boolean calm;

    World(long seed, Trace trace) {
        random = new SplittableRandom(seed);
        settings = Settings.of(random.split());
        scheduler = new Scheduler(random.split(), trace);
        faults = new Faults(random.split());
        ledger = new Ledger(scheduler, disk);
        outside = new SimProcess(scheduler, "world");
        scheduler.say("seed " + seed + ": " + settings + ", " + faults);
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Settings settings() {
        return settings;
    }

    Faults faults() {
        return faults;
    }

    Ledger ledger() {
        return ledger;
    }

    Directory directory() {
        return directory;
    }

    /** Returns where clients and operators run. */
    SimProcess outside() {
        return outside;
    }

    /** Returns the process that the engine believes in. */
    SimNode node() {
        return node;
    }

    SplittableRandom random() {
        return random;
    }

    // ------------------------------------------------------------------ processes

    /** Returns what all threads of the platform wait for. */
    String threads() {
        StringBuilder text = new StringBuilder();
        node.process().threads().forEach(thread -> text.append("\n").append(thread).append("\n").append(SimNode.stack(thread.thread())));
        return text.toString();
    }

    /** Starts a process; it is up some time later. */
    void boot() {
        node = new SimNode(this, "node" + ++nodes, disk, faults, directory);
        node.process().start("boot", node::boot);
    }

    /** The process dies, and another takes its place. */
    void crash() {
        scheduler.say(node.process() + " crashes");
        node.process().kill();
        boot();
    }

    /** The process is cut off and believed dead, and goes on all the same. Returns it. */
    SimNode cutOff() {
        scheduler.say(node.process() + " is cut off and goes on");
        SimNode cut = node;
        cut.engine().leave();
        zombies.add(cut);
        boot();
        return cut;
    }

    /** The process is ended and another one started; blocks. */
    void restart() {
        scheduler.say(node.process() + " ends");
        SimNode old = node;
        end(old, this::boot);
    }

    /** Ends a process in order, and looks at what it leaves. */
    void end(SimNode old, Runnable then) {
        old.engine().leave();
        old.process().start("shutdown", () -> {
            SimThread self = scheduler.running();
            old.shutDown();
            scheduler.say(old.process() + " has ended");
            old.over();
            blocks.stream().filter(block -> block.node == old).toList().forEach(Block::open); // who was left behind goes on, and finds that it is too late
            for (int i = 0; i < 100 && !old.isEmpty(self); i++) {
                old.process().sleep(Duration.ofMillis(100).toNanos());
            }
            old.engine().unanswered().forEach(what -> scheduler.violated(new Violation("never answered: " + what)));
            old.checkEmpty(self);
            outside.start("after-end", then);
            old.process().kill();
        });
    }

    void killZombies() {
        zombies.forEach(zombie -> zombie.process().kill());
        zombies.clear();
    }

    // ------------------------------------------------------------------ for actors

    /** Nothing goes wrong any more. */
    void calmDown() {
        scheduler.say("from now on nothing goes wrong");
        calm = true;
        faults.heal();
        ledger.calmDown();
        end.complete(null);
        List.copyOf(blocks).forEach(Block::open);
    }

    /** Returns what a hook is to do. */
    String hookScript() {
        if (calm || random.nextInt(100) >= settings.badHooks()) {
            return random.nextInt(3) == 0 ? "sq" : "";
        }
        return List.of("q", "S", "azs", "x", "h", "sn", "fz", "szq", "e", "p").get(random.nextInt(10));
    }

    /** Returns something that is there some time later. */
    CompletionStage<Void> later() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (random.nextInt(8) == 0) {
            done.complete(null);
        } else {
            outside.after(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 3_000 : 50)), () -> done.complete(null));
        }
        return done;
    }

    /** Returns something that is there when nothing goes wrong any more: until then, never. */
    CompletionStage<Void> never() {
        return end;
    }

    /** Holds the turn for a while and heeds no interruption. */
    void blockUninterruptibly(SimNode in) {
        if (calm || in.isOver()) {
            return;
        }
        Block block = new Block(in);
        blocks.add(block);
        outside.after(Duration.ofMillis(random.nextInt(20_000)), block::open);
        while (!block.over) {
            LockSupport.park();
            Thread.interrupted();
        }
        blocks.remove(block);
    }

    @Override
    public void close() {
        disk.close();
    }
}
