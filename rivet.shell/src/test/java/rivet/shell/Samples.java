package rivet.shell;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInfo.Status;
import rivet.inspect.TypeInfo;
import rivet.inspect.TypeInfo.FactoryInfo;

/** Actors and types as the runtime would report them. It is noon. */
final class Samples {

    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);

    private Samples() {}

    /** Returns an id of 30 characters that begins so. */
    static String id(String beginning) {
        return beginning + "0".repeat(30 - beginning.length());
    }

    static ActorInfo sleeping(String id, String namespace, String type, List<String> key) {
        return new ActorInfo(id, namespace, type, key, Status.SLEEPING, 2, NOON.minus(Duration.ofMinutes(3)), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty());
    }

    static ActorInfo sleeping(String id, String type, String... key) {
        return sleeping(id, "default", type, List.of(key));
    }

    static ActorInfo awake(String id, String type, String... key) {
        ActorInfo.Live live = new ActorInfo.Live(1, "rivet.demo 0.1.0", 4, 2, 1, 1_234, 5, 2_345_678);
        return new ActorInfo(id, "default", type, List.of(key), Status.RUNNING, 7, NOON.minus(Duration.ofHours(26)),
            Optional.of(NOON.minusSeconds(90)), Optional.of(NOON.plusSeconds(300)), Optional.empty(), Optional.of(live));
    }

    static ActorInfo status(ActorInfo actor, Status status) {
        return new ActorInfo(actor.id(), actor.namespace(), actor.type(), actor.key(), status, actor.generation(), actor.createdAt(),
            actor.startedAt(), actor.alarm(), actor.error(), actor.live());
    }

    static ActorInfo failed(ActorInfo actor, String error) {
        return new ActorInfo(actor.id(), actor.namespace(), actor.type(), actor.key(), actor.status(), actor.generation(),
            actor.createdAt(), actor.startedAt(), actor.alarm(), Optional.of(error), actor.live());
    }

    static TypeInfo type(String name, FactoryInfo... factories) {
        int awake = List.of(factories).stream().mapToInt(FactoryInfo::awake).sum();
        return new TypeInfo(name, List.of(factories), awake, List.of("get", "increment"), Optional.empty());
    }
}
