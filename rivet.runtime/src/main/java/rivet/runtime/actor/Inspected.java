package rivet.runtime.actor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.ConnectionRequest;
import rivet.actor.Cron;
import rivet.actor.ScheduleKind;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ActorWatcher;
import rivet.inspect.NewSchedule;
import rivet.inspect.QueueInfo;
import rivet.inspect.QueuedMessage;
import rivet.inspect.ScheduleRun;
import rivet.inspect.TableInfo;
import rivet.inspect.TableRows;
import rivet.protocol.sql.SqlText;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.inspect.DatabaseView;
import rivet.runtime.inspect.QueueView;

/** A generation of an actor as it is inspected. */
public final class Inspected implements ActorInspection {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");
    private static final Duration SQL_LIMIT = Duration.ofSeconds(30);
    private static final int MOST_MESSAGES = 1_000;
    private static final int MOST_BODIES = 200;
    private static final int MOST_ROWS = 500;
    private static final int MOST_RUNS = 1_000;
    private static final SqlText TOKEN = SqlText.script("SELECT inspector_token FROM _rivet_runtime WHERE id = 1").getFirst();
    private static final SqlText KEEP_TOKEN = SqlText.script("UPDATE _rivet_runtime SET inspector_token = ? WHERE id = 1").getFirst();

    private final Cell cell;
    private final InspectorAccess access;
    private final DatabaseView database;
    private final QueueView messages;

    /** Makes an inspection of a generation. */
    public Inspected(Cell cell, InspectorAccess access) {
        this.cell = cell;
        this.access = access;
        database = new DatabaseView(cell.platform().store(), cell.start().actorId());
        messages = new QueueView(cell.platform().store(), cell.start().actorId());
    }

    private <T> CompletionStage<T> run(InspectTask<T> task) {
        cell.admitOrRefuse(task);
        return task.result();
    }

    private void audit(String what, Object detail) {
        audit.info("{} {} of actor {} ({})", what, detail, cell.start().actorId(), cell.typeName());
    }

    // ------------------------------------------------------------------ who may look

    @Override
    public CompletionStage<Boolean> admits(String token) {
        if (token.isEmpty()) {
            return CompletableFuture.completedStage(false);
        }
        return access.forAll().map(right -> CompletableFuture.completedStage(InspectorAccess.isSame(token, right)))
            .orElseGet(() -> run(InspectTask.look("check inspector token", running -> stored(running).filter(right -> InspectorAccess.isSame(token, right)).isPresent())));
    }

    @Override
    public CompletionStage<String> token() {
        audit("ask for", "the inspector's token");
        return access.forAll().map(CompletableFuture::completedStage)
            .orElseGet(() -> run(InspectTask.change("inspector token", running -> stored(running).orElseGet(() -> make(running)))));
    }

    private String make(Instance running) {
        String made = access.newToken();
        running.sql().platform().run(KEEP_TOKEN, List.of(made));
        return made;
    }

    private static Optional<String> stored(Instance running) {
        return Optional.ofNullable((String) running.sql().platform().run(TOKEN, List.of()).rows().getFirst()[0]);
    }

    // ------------------------------------------------------------------ all of it

    @Override
    public CompletionStage<ActorSnapshot> snapshot() {
        return run(InspectTask.look("inspect", running -> new Sight(running).all(cell.watches().nextNumber())));
    }

    @Override
    public Watch watch(ActorWatcher watcher) {
        return cell.watches().add(watcher);
    }

    @Override
    public CompletionStage<Void> setState(Object state) {
        audit("replace", "the state");
        return run(InspectTask.change("replace the state", running -> {
            if (!running.definition().hasState()) {
                throw ErrorCode.ACTOR_STATE_NOT_ENABLED.error();
            }
            running.state().setPlain(state);
            return running.settlement().saveNow();
        })).thenCompose(saved -> saved);
    }

    @Override
    public CompletionStage<Object> call(String action, List<Object> arguments) {
        audit("call", action);
        CompletableFuture<Object> result = new CompletableFuture<>();
        ConnectionRequest request = new ConnectionRequest("POST", "/inspector/action", Map.of());
        new Visit(cell, request, null).call(action, arguments, new ActionReply() {

            @Override
            public Runnable value(Object output) {
                return () -> cell.platform().actorThreads().execute(() -> result.complete(output));
            }

            @Override
            public void error(RivetException error) {
                result.completeExceptionally(error);
            }

            @Override
            public void refused(RivetException reason) {
                result.completeExceptionally(reason);
            }
        });
        return result;
    }

    // ------------------------------------------------------------------ queue

    @Override
    public CompletionStage<QueueInfo> queue(int limit) {
        int most = Math.clamp(limit, 0, MOST_MESSAGES);
        return run(InspectTask.look("inspect the queue", running -> new Sight(running).queue(most)));
    }

    @Override
    public CompletionStage<QueueInfo.Message> send(String queue, Object body) {
        audit("send to queue", queue);
        return run(InspectTask.change("send to queue " + queue, running -> {
            Instant now = Instant.ofEpochMilli(cell.platform().time().clock().millis());
            return new QueueInfo.Message(running.queue().post(queue, body, Optional.empty()), queue, now);
        }));
    }

    @Override
    public CompletionStage<List<QueuedMessage>> messages(int limit) {
        return messages.messages(Math.clamp(limit, 1, MOST_BODIES));
    }

    @Override
    public CompletionStage<Void> clearQueue() {
        audit("clear", "the queue");
        return run(InspectTask.change("clear the queue", running -> {
            running.queue().reset();
            return null;
        }));
    }

    // ------------------------------------------------------------------ database

    @Override
    public CompletionStage<List<TableInfo>> tables() {
        return database.tables();
    }

    @Override
    public CompletionStage<TableRows> rows(String table, int limit, long offset) {
        return database.rows(table, Math.clamp(limit, 0, MOST_ROWS), Math.max(0, offset));
    }

    @Override
    public CompletionStage<TableRows> execute(String sql, List<Object> parameters) {
        audit("run SQL", SqlText.abridged(sql));
        return run(InspectTask.change("SQL of an inspector", running -> {
            List<TableRows> rows = new ArrayList<>();
            Deadline.run(running, running.scope().task(), "SQL of an inspector", SQL_LIMIT, () -> rows.add(execute(running, sql, parameters)));
            return rows.getFirst();
        }));
    }

    private static TableRows execute(Instance running, String sql, List<Object> parameters) {
        try {
            return DatabaseView.rows(running.sql().last(sql, parameters));
        } catch (RivetException e) {
            throw e.group().equals(ErrorCode.SQLITE_EXECUTION_FAILED.group()) ? ErrorCode.INSPECTOR_SQL_FAILED.error("message", String.valueOf(e.getMessage())) : e;
        }
    }

    // ------------------------------------------------------------------ schedules

    @Override
    public CompletionStage<List<ScheduleRun>> runs(String job, int limit) {
        int most = Math.clamp(limit, 1, MOST_RUNS);
        return run(InspectTask.look("inspect the runs of a job", running -> running.firing().jobs().history(job, most).stream().map(Inspected::run).toList()));
    }

    private static ScheduleRun run(Cron.Run run) {
        return new ScheduleRun(run.action(), run.scheduledAt(), run.firedAt(), run.finishedAt(), run.result(), run.error());
    }

    @Override
    public CompletionStage<Boolean> cancel(String id, ScheduleKind kind) {
        audit("cancel schedule", id);
        return run(InspectTask.change("cancel a schedule", running -> new Scheduling(running).cancel(id, kind)));
    }

    @Override
    public CompletionStage<String> schedule(NewSchedule wish) {
        audit("schedule", wish.action());
        return run(InspectTask.change("schedule", running -> new Scheduling(running).add(wish)));
    }

    @Override
    public CompletionStage<Boolean> runNow(String id, ScheduleKind kind) {
        audit("run now the schedule", id);
        return run(InspectTask.change("run a schedule now", running -> new Scheduling(running).hasten(id, kind)));
    }

    // ------------------------------------------------------------------ connections

    @Override
    public CompletionStage<Boolean> disconnect(String connectionId, String reason) {
        audit("disconnect", connectionId);
        return run(InspectTask.change("disconnect a connection", running -> {
            Optional<Conn> there = running.cell().connections().visible().stream().filter(conn -> conn.id().equals(connectionId)).findFirst();
            there.ifPresent(conn -> running.views().disconnect(conn, 1000, reason));
            return there.isPresent();
        }));
    }
}
