package rivet.shell;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.inspect.RolloutEvent;
import rivet.inspect.Rollouts;
import rivet.inspect.TypeVersion;

/** Roll-outs in memory. */
final class MemoryRollouts implements Rollouts {

    final List<TypeVersion> versions = new ArrayList<>();
    final List<RolloutEvent> events = new ArrayList<>();
    private Optional<Rollout> latest = Optional.empty();
    /** Who has acted last. */
    String user = "";

    @Override
    public List<TypeVersion> versions(String type) {
        List<TypeVersion> found = versions.stream().filter(version -> version.type().equals(type)).toList();
        if (found.isEmpty()) {
            throw ErrorCode.ACTOR_NOT_REGISTERED.error("name", type);
        }
        return found;
    }

    @Override
    public Optional<Rollout> rollout(String type) {
        versions(type);
        return latest;
    }

    @Override
    public Rollout rollOut(String type, String version, Pace pace) {
        TypeVersion target = versions(type).stream().filter(one -> one.version().equals(version)).findFirst()
            .orElseThrow(() -> ErrorCode.ROLLOUT_VERSION_NOT_FOUND.error("name", type, "version", version));
        Rollout rollout = new Rollout(type, version, target.bundle(), pace, Rollout.Stage.GOING_ON, Instant.EPOCH, 3, 9, 2, 1,
            List.of(new Rollout.Failure("abc", Instant.EPOCH, "not\ntoday")), Optional.empty());
        latest = Optional.of(rollout);
        return rollout;
    }

    @Override
    public Rollout pause(String type, String reason) {
        throw ErrorCode.ROLLOUT_NO_OTHER_VERSION.error("name", type);
    }

    @Override
    public Rollout rollBack(String type) {
        throw ErrorCode.ROLLOUT_NO_OTHER_VERSION.error("name", type);
    }

    @Override
    public List<RolloutEvent> history(String type) {
        versions(type);
        return events;
    }

    @Override
    public Rollouts by(String name) {
        user = name;
        return this;
    }

    @Override
    public int resume(String type) {
        int paused = (int) versions(type).stream().filter(version -> version.paused().isPresent()).count();
        versions.replaceAll(v -> new TypeVersion(v.type(), v.bundle(), v.version(), v.ranking(), v.serviceId(), v.stateVersion(), v.awake(), Optional.empty()));
        return paused;
    }
}
