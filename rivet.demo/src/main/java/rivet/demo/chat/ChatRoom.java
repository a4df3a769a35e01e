package rivet.demo.chat;

import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Instant;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.UserError;

/** A room whose messages are kept in its own database; whoever subscribed to {@code newMessage} sees each new one. */
@ActorType("chatRoom")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ChatRoom extends Actor<ChatRoom.State> {

    private static final int HISTORY = 100;

    /** What was said by whom and when. */
    public record Message(String sender, String text, Instant at) {}

    /** How many messages were ever sent. */
    @ImmutableState
    public record State(long sent) {}

    // dynamic: the filter may be replaced while the room is awake
    @Reference(policy = DYNAMIC, policyOption = GREEDY)
    private volatile ProfanityFilter filter;

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE message (sender TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL)");
    }

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Keeps a message, tells it to the room and returns it; row, count, event and reply are all or nothing. */
    @Action
    public Message send(String sender, String text) {
        if (sender == null || sender.isBlank() || text == null || text.isBlank()) {
            throw new UserError("A message needs a sender and a text.", "empty_message");
        }
        Message message = new Message(sender, filter.clean(text), clock().instant());
        sql().execute("INSERT INTO message VALUES (?, ?, ?)", message.sender(), message.text(), message.at());
        updateState(s -> new State(s.sent() + 1));
        broadcast("newMessage", message);
        return message;
    }

    /** Returns the latest messages, the oldest of them first. */
    @Action
    public List<Message> history() {
        return sql()
            .query(Message.class, "SELECT sender, text, at FROM message ORDER BY rowid DESC LIMIT ?", HISTORY)
            .reversed();
    }

    /** Returns how many messages were ever sent. */
    @Action
    public long sent() {
        return state().sent();
    }
}
