package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.queue.Sender;
import rivet.runtime.store.Output;
import rivet.runtime.time.Time;
import rivet.value.Undefined;

/**
 * A client sends a message to the queue: a connection that lasts until it is answered, with all its hooks (R-http-20). It does not hold up a stop while its sender
 * waits for the completion, as it is over by then: what is left is known to the queue, and the connection keeps the actor awake.
 */
final class QueueSendTask extends CallTask<Object> implements Sender {

    private static final Logger log = LoggerFactory.getLogger(QueueSendTask.class);

    private final QueueSend send;
    private final Conn conn;
    private final QueueReply reply;

    // used in turns, and after the last
    private Instance instance;
    private long message;
    private boolean waits;
    private Optional<Time.Timer> limit = Optional.empty();

    QueueSendTask(QueueSend send, Conn conn, QueueReply reply) {
        super("queue " + send.name(), Optional.of(conn), false, reply);
        this.send = send;
        this.conn = conn;
        this.reply = reply;
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.QUEUE_SEND;
    }

    @Override
    Object call(Instance running) throws Exception {
        instance = running;
        Connecting.connect(running, this, conn);
        try {
            post(running);
        } finally {
            if (!waits) {
                leave();
            }
        }
        return Undefined.UNDEFINED;
    }

    private void post(Instance running) throws Exception {
        if (!running.code().options().queue().names().contains(send.name())) {
            if (running.queue().isFirstUndeclared()) {
                log.warn("actor {} ({}) has no queue '{}': what clients send there is dropped. It has {}", running.cell().specifier(),
                    running.cell().typeName(), send.name(), running.code().options().queue().names());
            }
            return;
        }
        if (running.definition().overrides("canPublish") && !running.hooks().canPublish(send.name(), running.views().of(conn))) {
            throw ErrorCode.AUTH_FORBIDDEN.error();
        }
        message = running.queue().post(send.name(), send.body(), send.waits() ? Optional.of(this) : Optional.empty());
        waits = send.waits();
    }

    /** Whatever the durability of the actor's other outputs: a message that was accepted is stored (R-queue-46). */
    @Override
    void succeeded(Instance running, Object output) {
        if (waits) {
            running.scope().saved(new Stored());
            limit = send.timeout().map(time -> running.cell().platform().time().after(time, () -> running.runInTurn("queue timeout", this::notCompleted)));
        } else {
            running.scope().saved(answering(reply.value(output)));
        }
    }

    /** The sender's time is over; in a turn. */
    private void notCompleted() {
        if (instance.queue().forget(message, this)) {
            leave();
            instance.output(answering(reply::timedOut));
        }
    }

    @Override
    void giveUp(Instance running, RivetException error) {
        super.giveUp(running, error); // in case it is held up by a hook
        running.runInTurn("queue timeout", () -> {
            if (running.queue().forget(message, this)) {
                leave();
            }
        });
    }

    @Override
    public void over() {
        leave();
    }

    @Override
    public Runnable completed(Object response) {
        Runnable answer = encoded(response);
        return () -> {
            limit.ifPresent(Time.Timer::cancel);
            answer(answer);
        };
    }

    private Runnable encoded(Object response) {
        try {
            return reply.value(response);
        } catch (RivetException tooLong) {
            return () -> reply.error(tooLong);
        }
    }

    @Override
    public void dropped(RivetException why) {
        limit.ifPresent(Time.Timer::cancel);
        answer(() -> reply.error(why.withActor(instance.cell().specifier())));
    }

    private void leave() {
        instance.cell().connections().leave(conn, instance);
    }

    /** The sender hears nothing of its message being stored, but hears if it is not. */
    private final class Stored implements Output {

        @Override
        public void release() {
            // it waits for the completion
        }

        @Override
        public void fail(RivetException error) {
            cutOff(error);
        }
    }
}
