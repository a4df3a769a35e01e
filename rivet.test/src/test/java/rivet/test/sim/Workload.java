package rivet.test.sim;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

import rivet.spi.engine.StopCause;

/** What clients and operators do, and when; from the seed. */
final class Workload {

    private final World world;
    private final Clients clients;
    private final Settings settings;
    private final SplittableRandom random;
    private final String steps;
    private static final List<String> TYPES = List.of("strict", "worker", "lazy");

    private int planned;

    Workload(World world, Clients clients) {
        this.world = world;
        this.clients = clients;
        settings = world.settings();
        random = world.random().split();
        StringBuilder all = new StringBuilder("ssSSqqqraaezznFfyxtTRLMmcC");
        for (char rare : new char[] { 'h', 'w', 'p', 'd' }) {
            all.append(random.nextInt(3) == 0 ? String.valueOf(rare) : "");
        }
        steps = all.toString();
    }

    /** Sets timers for all of it. */
    void plan() {
        long at = 0;
        for (int i = 0; i < settings.calls(); i++) {
            at = random.nextBoolean() ? at : random.nextLong(settings.spanMillis());
            at(at, this::call);
        }
        several(8, this::connect);
        several(3, () -> clients.leaveOne(random));
        several(6, this::sleep);
        several(3, this::destroy);
        several(10, () -> world.node().process().start("look", world.node()::checkInboxes));
        if (settings.losses()) {
            several(3, this::lose);
        }
        if (settings.replacements()) {
            several(3, this::replace);
        }
        if (settings.crashes()) {
            several(3, this::end);
        }
    }

    boolean over() {
        return planned == 0;
    }

    private void several(int most, Runnable what) {
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            at(random.nextLong(settings.spanMillis()), what);
        }
    }

    private void at(long millis, Runnable what) {
        planned++;
        world.outside().after(Duration.ofMillis(millis), () -> world.outside().start("event", () -> {
            what.run();
            planned--;
        }));
    }

    private Directory.Entry actor() {
        int number = random.nextInt(settings.actors());
        return world.directory().getOrCreate(TYPES.get(number % TYPES.size()), "key" + number);
    }

    private void call() {
        Directory.Entry actor = actor();
        if (actor.type().equals("worker") && random.nextInt(3) == 0) {
            clients.send(actor, random.nextBoolean() ? "s" : "aq", random.nextInt(3) == 0);
        } else {
            clients.call(actor, script(), random);
        }
    }

    private String script() {
        StringBuilder script = new StringBuilder();
        int length = 1 + random.nextInt(6);
        for (int i = 0; i < length; i++) {
            script.append(steps.charAt(random.nextInt(steps.length())));
        }
        return script.toString();
    }

    private void connect() {
        clients.connect(actor(), random.nextInt(3) == 0);
    }

    private void sleep() {
        StopCause cause = List.of(StopCause.SLEEP_INTENT, StopCause.SLEEP_INTENT, StopCause.GOING_AWAY, StopCause.LOST).get(random.nextInt(settings.losses() ? 4 : 3));
        Directory.Entry actor = actor();
        world.node().process().start("operator", () -> world.node().engine().putToSleep(actor, cause));
    }

    private void destroy() {
        Directory.Entry actor = actor();
        world.node().process().start("operator", () -> world.node().engine().destroy(actor));
    }

    private void lose() {
        Directory.Entry actor = actor();
        world.node().process().start("operator", () -> world.node().engine().lose(actor));
    }

    private void replace() {
        String type = random.nextInt(3) == 0 ? "lazy" : "strict";
        SimNode node = world.node();
        long gap = random.nextLong(1_500);
        if (random.nextBoolean()) {
            replaceBeside(node, random.nextInt(3) == 0 ? "worker" : type, gap);
            return;
        }
        boolean newFirst = random.nextInt(4) == 0;
        node.process().start("replace", () -> {
            if (newFirst || !node.hasCode(type)) {
                node.replaceCode(type);
            } else {
                node.removeCode(type);
            }
        });
        world.outside().after(Duration.ofMillis(gap), () -> node.process().start("replace", () -> {
            if (!node.hasCode(type)) {
                node.addCode(type);
            }
        }));
    }

    /** Old and new code are there at once for a while, and awake actors move. */
    private void replaceBeside(SimNode node, String type, long gap) {
        boolean bad = random.nextInt(3) == 0;
        boolean back = random.nextInt(3) == 0;
        node.process().start("replace", () -> node.addCodeBeside(type, bad));
        if (back) {
            world.outside().after(Duration.ofMillis(random.nextLong(gap + 1)), () -> node.process().start("operator", () -> node.roll(type, true)));
            world.outside().after(Duration.ofMillis(random.nextLong(gap + 1)), () -> node.process().start("operator", () -> node.roll(type, false)));
        }
        if (bad || random.nextBoolean()) {
            world.outside().after(Duration.ofMillis(gap), () -> node.process().start("replace", () -> node.leaveOne(type, !bad)));
        }
    }

    private void end() {
        if (!world.node().engine().takesRequests()) {
            return; // it has just come, or is about to go
        }
        clients.loseAll();
        switch (random.nextInt(4)) {
            case 0 -> world.restart();
            case 1 -> cutOff();
            default -> world.crash();
        }
    }

    /** Two processes believe that the actors are theirs. */
    private void cutOff() {
        SimNode cut = world.cutOff();
        for (int i = random.nextInt(10); i > 0; i--) {
            at(random.nextLong(2_000), () -> clients.stray(cut, actor(), script()));
            at(random.nextLong(2_000), this::call);
        }
    }
}
