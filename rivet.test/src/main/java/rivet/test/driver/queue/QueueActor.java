package rivet.test.driver.queue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;

/** Receives in every way when a client asks for it. */
@ActorType(value = "queueActor", queues = { "greeting", "self", "a", "b", "c", "one", "two", "missing", "abort", "tasks", "timeout", "nowait", "twice" })
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class QueueActor extends Actor<Void> {

    private static final Duration LONG = Duration.ofSeconds(10);

    /** Whether a message can be completed. */
    public record Completability(boolean hasComplete) {}

    /** Whether it went well. */
    public record Well(boolean ok) {}

    /** Waits for a message; null if none comes in time. */
    @Action
    public Message receiveOne(String name, Choice choice) {
        return first(queue().next(Choice.of(choice, List.of(name))));
    }

    private static Message first(Optional<QueueMessage> message) {
        return message.map(Message::of).orElse(null);
    }

    /** Waits for messages of some names. */
    @Action
    public List<Message> receiveMany(List<String> names, Choice choice) {
        return all(queue().nextBatch(Choice.of(choice, names)));
    }

    private static List<Message> all(List<QueueMessage> messages) {
        return messages.stream().map(Message::of).toList();
    }

    /** Waits for messages. */
    @Action
    public List<Message> receiveRequest(Choice choice) {
        return all(queue().nextBatch(Choice.of(choice)));
    }

    /** Returns what is there. */
    @Action
    public List<Message> tryReceiveMany(Choice choice) {
        return all(queue().tryNextBatch(Choice.of(choice)));
    }

    /** Returns the first message of a name, by iteration. */
    @Action
    public Message receiveWithIterator(String name) {
        return Message.of(queue().messages(name).iterator().next());
    }

    /** Returns the first message, by iteration. */
    @Action
    public Message receiveWithAsyncIterator() {
        for (QueueMessage message : queue().messages()) {
            return Message.of(message);
        }
        return null;
    }

    /** Sends a message to this actor. */
    @Action
    public boolean sendToSelf(String name, Object body) {
        client().getForId(actorId()).send(name, body);
        return true;
    }

    /** Is destroyed while it waits. */
    @Action
    public Message waitForAbort() {
        destroySoon();
        return Message.of(queue().waitFor(Receive.from("abort").within(LONG)));
    }

    private void destroySoon() {
        fork(() -> {
            sleep(Duration.ofMillis(10));
            requestDestroy();
            return null;
        });
    }

    /** Waits with something that is over. */
    @Action
    public Failure waitForSignalAbort() {
        return Failure.of(() -> queue().next(Receive.from("abort").within(LONG).unless(CompletableFuture.completedFuture(null))));
    }

    /** Is destroyed while it waits with something that is not over. */
    @Action
    public Failure waitForActorAbortWithSignal() {
        destroySoon();
        return Failure.of(() -> queue().next(Receive.from("abort").within(LONG).unless(new CompletableFuture<>())));
    }

    /** Iterates with something that is over. */
    @Action
    public Well iterWithSignalAbort() {
        for (QueueMessage message : queue().messages(Receive.from("abort").unless(CompletableFuture.completedFuture(null)))) {
            return new Well(message == null);
        }
        return new Well(true);
    }

    /** Receives a message and completes it. */
    @Action
    public Message receiveAndComplete(String name) {
        QueueMessage message = toComplete(name);
        message.complete(Collections.singletonMap("echo", message.body(Object.class)));
        return Message.of(message);
    }

    private QueueMessage toComplete(String name) {
        return queue().waitFor(Receive.from(name).within(LONG).withCompletion());
    }

    /** Receives a message and does not complete it. */
    @Action
    public Message receiveWithoutComplete(String name) {
        return Message.of(toComplete(name));
    }

    /** Receives a message, does not complete it, and wants another one. */
    @Action
    public Failure receiveManualThenNextWithoutComplete(String name) {
        toComplete(name);
        Failure failure = Failure.of(() -> toComplete(name));
        requestDestroy();
        return failure;
    }

    /** Completes a message twice. */
    @Action
    public Failure receiveAndCompleteTwice(String name) {
        QueueMessage message = toComplete(name);
        message.complete(Map.of("ok", true));
        return Failure.of(() -> message.complete(Map.of("ok", true)));
    }

    /** Returns whether a message can be completed. */
    @Action
    public Completability receiveWithoutCompleteMethod(String name) {
        return new Completability(toComplete(name).completable());
    }
}
