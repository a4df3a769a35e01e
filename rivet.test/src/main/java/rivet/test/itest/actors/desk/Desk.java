package rivet.test.itest.actors.desk;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.Receive;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.UserError;

/** Has everything that a client can reach: input, parameters, events, a queue, and requests of its own. */
@ActorType(value = Desk.TYPE, queues = "jobs")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Desk extends Actor<Desk.State> {

    public static final String TYPE = "itest.desk";

    /** What it was made with, and what it was told. */
    public record State(String input, List<String> notes) {}

    /** An argument, a result and an event. */
    public record Note(String text, long number, List<String> more) {}

    @Override
    protected State createState(Input input) {
        return new State(input.asOr(String.class, "none"), List.of());
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        if (connection.paramsOr(String.class, "").equals("rejected")) {
            throw new UserError("not you", "not_you");
        }
    }

    @Override
    protected Response onRequest(Request request) {
        return Response.text(request.method() + " " + request.target() + " " + await(request.text())).withStatus(202);
    }

    /** Returns what it was made with. */
    @Action
    public String input() {
        return state().input();
    }

    /** Returns the parameters of the caller. */
    @Action
    public String params() {
        return caller().paramsOr(String.class, "none");
    }

    /** Tells everybody. */
    @Action
    public Note tell(Note note) {
        broadcast("told", note, note.number());
        return new Note(note.text() + "!", note.number() + 1, note.more());
    }

    /** Fails with metadata. */
    @Action
    public void fail() {
        throw new UserError("failed", "failed", new Note("why", 7, List.of()));
    }

    /** Does not return. */
    @Action
    public void hang() {
        await(new CompletableFuture<>());
    }

    /** Does a job. */
    @Action
    public String work() {
        var job = queue().next(Receive.from("jobs").withCompletion()).orElseThrow();
        job.complete("did " + job.body(String.class));
        return job.body(String.class);
    }
}
