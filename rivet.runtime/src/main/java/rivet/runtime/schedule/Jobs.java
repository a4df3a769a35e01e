package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.actor.Cron;

/** Jobs, as the author sees them. */
public final class Jobs implements Cron {

    private final Schedules schedules;
    private final Surroundings around;

    /** Makes the author's view. */
    public Jobs(Schedules schedules, Surroundings around) {
        this.schedules = schedules;
        this.around = around;
    }

    @Override
    public void set(String name, String expression, Options options, String action, Object... args) {
        around.check("cron.set");
        String id = Checks.name(name);
        put(id, Checks.cron(expression, options, schedules.now()), options, action, args);
    }

    @Override
    public void every(String name, Duration interval, Options options, String action, Object... args) {
        around.check("cron.every");
        String id = Checks.name(name);
        put(id, Checks.every(interval), options, action, args);
    }

    /** The next run stays if the cadence does; the one under way and the time of the last stay in any case (R-sched-7). */
    private void put(String id, Cadence cadence, Options options, String action, Object... args) {
        int kept = Checks.maxHistory(options.maxHistory());
        byte[] encoded = Args.encode(around.plain(args));
        Optional<Scheduled> old = schedules.readable(id);
        Instant next = old.filter(job -> job.cadence().equals(Optional.of(cadence))).map(Scheduled::trigger).orElseGet(() -> cadence.first(schedules.now()));
        schedules.put(new Scheduled(id, next, action, encoded, Optional.of(cadence), old.flatMap(Scheduled::lastStarted), kept, old.map(Scheduled::attempt).orElse(0),
            old.flatMap(Scheduled::running), Optional.empty()), around.most());
        if (old.isPresent() && kept < old.get().maxHistory()) {
            schedules.history().prune(id, kept);
        }
    }

    @Override
    public Optional<Job> get(String name) {
        around.check("cron.get");
        return schedules.find(Scheduled.JOB + name).map(this::job);
    }

    @Override
    public List<Job> list() {
        around.check("cron.list");
        return schedules.all(true).stream().map(this::job).toList();
    }

    private Job job(Scheduled job) {
        Cadence cadence = job.cadence().orElseThrow();
        Optional<Cadence.Cron> cron = cadence instanceof Cadence.Cron c ? Optional.of(c) : Optional.empty();
        Optional<Duration> interval = cadence instanceof Cadence.Every(Duration d) ? Optional.of(d) : Optional.empty();
        return new Job(job.publicId(), job.kind(), cron.map(Cadence.Cron::expression), cron.map(Cadence.Cron::zone), interval, job.action(), Args.decode(job.args()),
            job.maxHistory(), job.trigger(), job.lastStarted(), schedules.isRunning(job.id()), job.look().isPresent());
    }

    /** The history goes with the job, so that a later one of its name begins with none (R-sched-8). */
    @Override
    public boolean delete(String name) {
        around.check("cron.delete");
        boolean there = schedules.remove(Scheduled.JOB + name);
        if (there) {
            schedules.history().prune(Scheduled.JOB + name, 0);
        }
        return there;
    }

    @Override
    public List<Run> history(String name, int limit) {
        around.check("cron.history");
        Checks.limit(limit);
        return History.read(name, around.read(schedules::takeHistory, History.read(Scheduled.JOB + name, limit)));
    }
}
