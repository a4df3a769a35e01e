package rivet.test.sim;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import rivet.spi.storage.Template;

/** Runs simulations, in the class loader of {@link Weaving}. */
public final class Simulation implements Simulator {

    private static final int MOST_STEPS = 200_000;

    /** Makes one, and sees to it that what is loaded is: SQLite's driver starts a process for that, whose end no seed decides. */
    public Simulation() {
        new Volume("none", Template.EMPTY).close();
    }

    @Override
    public Outcome run(long seed, Consumer<String> lines) {
        Trace trace = new Trace(lines);
        try (World world = new World(seed, trace)) {
            Points.use(world.scheduler());
            return new Run(world, world.scheduler()).run(trace);
        } catch (RuntimeException | Error e) {
            throw new Failure(seed, trace.last(), e);
        } finally {
            Points.use(null);
        }
    }

    /** One run. */
    private record Run(World world, Scheduler scheduler) {

        Outcome run(Trace trace) {
            Clients clients = new Clients(world);
            world.boot();
            until("the platform to start", Duration.ofSeconds(10), () -> world.node().engine().takesRequests());
            Workload workload = new Workload(world, clients);
            workload.plan();
            until("the workload to be over", Duration.ofMinutes(10), workload::over);
            until("a process that takes requests", Duration.ofMinutes(5), () -> world.node().engine().takesRequests());
            world.outside().start("calm", () -> {
                world.calmDown();
                SimNode.TYPES.keySet().stream().sorted().filter(type -> !world.node().hasCode(type)).forEach(world.node()::addCode);
            });
            until(() -> "every call to be answered: " + clients.pending(), Duration.ofMinutes(5), () -> clients.pending().isEmpty());
            world.outside().start("read", clients::readAll);
            until("every actor to be read", Duration.ofMinutes(5), clients::allRead);
            world.killZombies();
            Promises promises = world.ledger().promises();
            for (int i = 0; i < 10 && !promises.open().isEmpty(); i++) {
                clients.leaveAll(); // a run handler that has ended begins again with the next start
                long next = scheduler.now() + Duration.ofSeconds(15).toNanos();
                until("time to pass", Duration.ofMinutes(1), () -> promises.open().isEmpty() || scheduler.now() > next);
                world.outside().start("read", clients::readAll);
                until("every actor to be read again", Duration.ofMinutes(5), clients::allRead);
            }
            until(() -> "all that is to be done later: " + promises.open(), Duration.ofMinutes(1), () -> promises.open().isEmpty());
            boolean[] ended = new boolean[1];
            world.outside().start("end", () -> world.end(world.node(), () -> ended[0] = true));
            until("the platform to end", Duration.ofMinutes(2), () -> ended[0]);
            clients.checkClosed();
            promises.check();
            world.ledger().checkEnd(world.node().process().name());
            scheduler.throwViolation();
            return new Outcome(trace.hash(), scheduler.steps(), clients.calls(), world.ledger().commits());
        }

        private void until(String what, Duration limit, BooleanSupplier condition) {
            until(() -> what, limit, condition);
        }

        private void until(Supplier<String> what, Duration limit, BooleanSupplier condition) {
            long end = scheduler.now() + limit.toNanos();
            while (!condition.getAsBoolean()) {
                if (!scheduler.step()) {
                    throw new Violation("nothing can go on, while waiting for " + what.get() + world.threads());
                }
                scheduler.throwViolation();
                if (scheduler.now() > end || scheduler.steps() > MOST_STEPS) {
                    throw new Violation("waited in vain for " + what.get() + world.threads());
                }
            }
        }
    }
}
