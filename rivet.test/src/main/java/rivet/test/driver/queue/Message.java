package rivet.test.driver.queue;

import rivet.actor.QueueMessage;

/** A message as the test client sees it. */
public record Message(String name, Object body) {

    static Message of(QueueMessage message) {
        return new Message(message.name(), message.body(Object.class));
    }
}
