package rivet.inspector.page;

import java.util.Optional;

import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ActorWatcher;
import rivet.inspect.Inspection;
import rivet.inspector.Replies;

/**
 * An actor as a page shows it, live. One that sleeps is not woken for that; one that is awake is kept so, and is watched again when it has been started anew.
 * <p>
 * Invariant: of this object at most one watch is there or asked for ({@code watching}).
 */
final class Watched implements Feed {

    private final Inspection inspection;
    private final String id;
    private final EventStream stream;
    // guarded by this
    private boolean watching;
    private Optional<ActorInspection.Watch> watch = Optional.empty();
    private boolean over;

    Watched(Inspection inspection, String id, EventStream stream) {
        this.inspection = inspection;
        this.id = id;
        this.stream = stream;
    }

    @Override
    public void look() {
        inspection.actor(id).whenComplete((found, failure) -> {
            stream.news(Streams.TROUBLE, failure == null ? null : Replies.body(Replies.named(failure)));
            if (failure == null) {
                tell(found.filter(actor -> actor.status() != ActorInfo.Status.DESTROYED));
            }
        });
    }

    private void tell(Optional<ActorInfo> found) {
        stream.news("actor", found.map(Pictures::actor).orElse(null));
        if (found.filter(actor -> actor.status() == ActorInfo.Status.RUNNING).isPresent()) {
            begin();
        }
    }

    private void begin() {
        synchronized (this) {
            if (watching || over) {
                return;
            }
            watching = true;
        }
        inspection.inspect(id).thenAccept(this::watch).whenComplete((done, failure) -> {
            if (failure != null) {
                rest(); // it fell asleep meanwhile, perhaps: the next look tells
            }
        });
    }

    private void watch(ActorInspection actor) {
        ActorInspection.Watch begun = actor.watch(new ActorWatcher() {

            @Override
            public void changed(ActorSnapshot now) {
                stream.news("state", Pictures.state(now.state()));
                stream.news("snapshot", Pictures.snapshot(now));
            }

            @Override
            public void ended() {
                rest();
                look();
            }
        });
        synchronized (this) {
            if (!over) {
                watch = Optional.of(begun);
                return;
            }
        }
        begun.close();
    }

    private synchronized void rest() {
        watching = false;
        watch = Optional.empty();
    }

    @Override
    public void close() {
        Optional<ActorInspection.Watch> last;
        synchronized (this) {
            over = true;
            last = watch;
            watch = Optional.empty();
        }
        last.ifPresent(ActorInspection.Watch::close);
    }
}
