package rivet.test.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.Durability;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.StopReason;
import rivet.actor.TransactionOptions;
import rivet.actor.WebSocket;
import rivet.actor.Work;
import rivet.error.RivetException;

/** An actor that does what the script of a call says, and notes down all it did; public for the mapper. */
public class SimActor extends Actor<SimState> {

    /** The queue that clients send to. */
    static final String QUEUE = "work";

    private final SimNode node;
    private final Ledger ledger;
    private final Durability durability;
    private final boolean bad;
    private Life life;
    private Group turn;

    SimActor(SimNode node, Durability durability, boolean bad) {
        this.bad = bad;
        this.node = node;
        this.durability = durability;
        ledger = node.world().ledger();
    }

    Life life() {
        return life;
    }

    // ------------------------------------------------------------------ hooks

    @Override
    protected void onMigrate(Migrations migrations) {
        life = ledger.born(actorId(), node.process().name(), durability);
        migrations.step(1, "CREATE TABLE mark (id INTEGER NOT NULL)");
    }

    @Override
    protected SimState createState(Input input) {
        return new SimState();
    }

    @Override
    protected void onWake() throws Exception {
        ledger.loaded(life, state().marks, isCurrent());
        if (bad && state().count > 0) {
            throw new IllegalStateException("bad code");
        }
        run("onWake", node.world().hookScript());
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        run("onSleep", node.world().hookScript());
    }

    @Override
    protected void onDestroy() throws Exception {
        run("onDestroy", node.world().hookScript());
    }

    @Override
    protected void onConnect(Connection connection) throws Exception {
        run("onConnect", node.world().hookScript());
    }

    private void run(String hook, String script) throws Exception {
        Op op = ledger.newOp(actorId(), hook + ":" + script);
        ledger.begins(op);
        new Scripts(this, op).run(script);
    }

    // ------------------------------------------------------------------ actions

    /** Does what a script says; see {@link Scripts}. */
    @Action
    public List<Long> run(long id, String script) throws Exception {
        Op op = ledger.op(id);
        ledger.begins(op);
        return new Scripts(this, op).run(script);
    }

    /** Does what was scheduled. */
    @Action
    public void fired(long id, String script) throws Exception {
        attempt(id, script);
    }

    /** Does once more, or for the first time, what was promised; it leaves a row. */
    final List<Long> attempt(long id, String script) throws Exception {
        Op attempt = ledger.promises().begins(id);
        try {
            return new Scripts(this, attempt).run("q" + script);
        } catch (RivetException e) {
            ledger.promises().failed(id);
            throw e;
        }
    }

    @Override
    protected Response onRequest(Request request) throws Exception {
        Op op = ledger.op(Long.parseLong(request.path().substring(1)));
        ledger.begins(op);
        return Response.json(new Scripts(this, op).run(op.script()));
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> frame(socket, text));
        if (!socket.isRestored()) {
            socket.send("hello");
        }
    }

    /** A frame is the number of a call; the answer is that number and where the call ended, or that it failed. */
    private void frame(WebSocket socket, String number) throws Exception {
        Op op = ledger.op(Long.parseLong(number));
        ledger.begins(op);
        try {
            List<Long> position = new Scripts(this, op).run(op.script());
            socket.send(number + " " + position.get(0) + " " + position.get(1) + " " + position.get(2));
        } catch (RivetException e) {
            socket.send(number + " failed");
            throw e;
        }
    }

    // ------------------------------------------------------------------ steps, for scripts

    final SimNode node() {
        return node;
    }

    Ledger ledger() {
        return ledger;
    }

    void turnBegins(Op op) {
        turn = ledger.turnBegins(life, op);
    }

    void turnEnds() {
        ledger.turnEnds(turn);
    }

    /** Returns what tells a caller which turns it could have read. */
    List<Long> position() {
        return List.of(life.serial(), (long) life.groups().size(), state().count);
    }

    void changeState(boolean replace) {
        SimState now = state();
        ledger.mayUse(life, "change state");
        long mark = ledger.newMark();
        SimState next = replace ? new SimState() : now;
        List<Long> marks = new ArrayList<>(now.marks);
        marks.add(mark);
        next.count = now.count + 1;
        next.marks = marks;
        if (replace) {
            setState(next);
        }
        ledger.stateChanged(turn, mark);
    }

    void insertRow() {
        long mark = ledger.newMark();
        Group mine = turn;
        ledger.rowTried(mine, mark);
        try {
            sql().execute("INSERT INTO mark (id) VALUES (?)", mark);
        } catch (RivetException e) {
            if (!e.code().equals("writer_busy")) {
                ledger.rowInDoubt(mine);
            }
            throw e;
        }
        ledger.mayUse(life, "insert a row");
        ledger.rowInserted(mine, mark);
    }

    void readRows() {
        List<Long> rows = sql().query(Long.class, "SELECT id FROM mark ORDER BY rowid");
        ledger.mayUse(life, "read rows");
        ledger.read(life, rows, isCurrent());
    }

    /** Returns whether no other process has written since this one was loaded. */
    private boolean isCurrent() {
        return node.storage().isCurrent(actorId());
    }

    /** Changes state and rows in a transaction, which is undone if it fails. */
    void transact(boolean fails) {
        Group whole = turn;
        Group part = ledger.part(life, whole.op());
        whole.setTransacts();
        turn = part;
        try {
            transaction(() -> {
                changeState(true);
                insertRow();
                if (fails) {
                    throw new RivetException("sim", "undone", "on purpose");
                }
                return null;
            });
            ledger.partCounts(whole, part);
        } catch (RivetException e) {
            if (!e.code().equals("undone")) {
                throw e;
            }
            ledger.require(state().marks.stream().noneMatch(part.state()::contains), life + " has " + state().marks + " after a transaction that was undone");
        } finally {
            turn = whole;
        }
    }

    /** Begins or ends a transaction by hand. */
    void statement(String sql) {
        sql().execute(sql);
    }

    /** A transaction over await points. */
    void transactLong(Work<Void, RuntimeException> work) {
        transaction(TransactionOptions.DEFAULT.allowingAwait(), work);
    }

    /** Changes something in the current turn that belongs to something else. */
    void changeIn(Group part, boolean withState) {
        Group whole = turn;
        turn = part;
        try {
            if (withState) {
                changeState(true);
            }
            insertRow();
        } finally {
            turn = whole;
        }
    }

    /** Has itself called later. */
    void plan(long millis, String script) {
        Op op = ledger.newOp(actorId(), script);
        Promise promise = ledger.promises().call(op, turn);
        try {
            schedule().after(Duration.ofMillis(millis), "fired", op.id(), script);
        } catch (RivetException e) {
            ledger.promises().takeBack(promise);
            throw e;
        }
        insertRow(); // by which it is known whether this was kept
    }

    void tell() {
        broadcast("told", life.serial(), (long) life.groups().size() + 1, state().count);
    }

    void save() {
        List<Long> now = state().marks;
        saveStateNow();
        ledger.saved(life, now);
    }

    void pause(long millis) {
        sleep(Duration.ofMillis(millis));
    }

    void wait(CompletionStage<?> stage) {
        await(stage);
    }

    CompletionStage<Void> branch(Op parent, String script) {
        Op op = ledger.newOp(actorId(), "fork of " + parent.id() + ":" + script);
        return fork(() -> {
            ledger.begins(op);
            new Scripts(this, op).run(script);
            return null;
        });
    }

    void wantSleep() {
        requestSleep();
    }

    void wantDestruction() {
        requestDestroy();
    }
}
