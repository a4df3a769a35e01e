package rivet.inspector.page;

import java.util.List;
import java.util.Locale;

import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorInspection;
import rivet.inspect.EventFilter;
import rivet.inspector.Shapes;

/** What happens in actors, told as it happens; wakes nobody, and keeps nobody awake. */
final class EventFeed implements Feed {

    private final ActorInspection.Watch watch;

    EventFeed(ActorEvents events, EventFilter filter, EventStream stream) {
        watch = events.watch(filter, (happened, missed) -> stream.line("events", picture(happened, missed)));
    }

    private static Object picture(List<ActorEvent> happened, long missed) {
        return Shapes.map("missed", missed, "events", happened.stream().map(EventFeed::picture).toList());
    }

    private static Object picture(ActorEvent event) {
        return Shapes.map("at", event.at().toEpochMilli(), "type", event.type(), "actor", event.actorId(), "key", event.key(), "kind",
            event.kind().name().toLowerCase(Locale.ROOT), "name", event.name(), "micros", event.micros(), "receivers", event.receivers(),
            "error", event.error().orElse(null));
    }

    @Override
    public void look() {
        // events come by themselves
    }

    @Override
    public void close() {
        watch.close();
    }
}
