package rivet.shell;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInspection;
import rivet.inspect.Inspection;
import rivet.inspect.QueueInfo;
import rivet.inspect.QueuedMessage;

/** {@code rivet:queue}. */
@Component(service = QueueCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=queue" })
public final class QueueCommands {

    private static final List<Column> COLUMNS = List.of(Column.number("ID", 4), Column.cut("QUEUE", 16), Column.number("AGE", 4), Column.number("TRIES", 5),
        Column.cut("BODY", 60));

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;
    private final Clock clock;

    @Activate
    public QueueCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this(inspection, replies, Clock.systemUTC());
    }

    QueueCommands(Inspection inspection, Replies replies, Clock clock) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
        this.clock = clock;
    }

    /** Lists the messages of an actor's queue, or drops them. */
    @Descriptor("list the messages that wait in the queue of an actor, oldest first, waking it if it sleeps")
    public Listing<QueuedMessage> queue(
            @Descriptor("drop them all, those in flight included") @Parameter(names = { "-c", "--clear" }, presentValue = "true", absentValue = "false") boolean clear,
            @Descriptor("at most so many, 1 to 200 (50)") @Parameter(names = { "-l", "--limit" }, absentValue = "50") int limit,
            @Descriptor(ActorCommands.ID) String id) {
        return replies.run(() -> {
            ActorInspection actor = replies.await(inspection.inspect(ids.find(id).id()));
            if (clear) {
                replies.await(actor.clearQueue());
            }
            QueueInfo queue = replies.await(actor.queue(0));
            List<QueuedMessage> messages = replies.await(actor.messages(limit));
            Listing<QueuedMessage> listing = list(messages);
            return queue.size() > messages.size() ? listing.note("the oldest " + messages.size() + " of " + queue.size() + "; -l shows more") : listing;
        });
    }

    /** Puts a message into the queue. */
    @Descriptor("put a message into the queue of an actor, waking it if it sleeps; prints the id of the message")
    public String queue(@Descriptor(ActorCommands.ID) String id, @Descriptor("name of the queue") String name,
            @Descriptor("the message: JSON in single quotes, or a word") Object body) {
        return replies.run(() -> {
            Object plain = Arguments.one(body, CommandLine.typed());
            return String.valueOf(replies.await(inspection.inspect(ids.find(id).id()).thenCompose(actor -> actor.send(name, plain))).id());
        });
    }

    private Listing<QueuedMessage> list(List<QueuedMessage> messages) {
        Table table = new Table(COLUMNS);
        for (QueuedMessage message : messages) {
            table.add(List.of(String.valueOf(message.id()), message.name(), Spans.of(Duration.between(message.createdAt(), clock.instant())),
                String.valueOf(message.attempts()), JsonText.compact(message.body())));
        }
        return Listing.of(messages, message -> String.valueOf(message.id()), table, "no messages");
    }
}
