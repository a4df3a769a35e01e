package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorContext;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.Sql;

/** Actors that do what the test says. */
final class Scripted {

    /** What an action does. */
    interface Body<S> {

        Object run(ActorContext<S> actor) throws Exception;
    }

    private Scripted() {}

    /** A state that is replaced. */
    @ImmutableState
    record Count(int count) {}

    /** Has a number and a table {@code item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)}. */
    static final class Counting extends Actor<Count> {

        private final Map<String, Body<Count>> bodies;

        Counting(Map<String, Body<Count>> bodies) {
            this.bodies = bodies;
        }

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
        }

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Action
        public Object act(String name) throws Exception {
            return bodies.get(name).run(context());
        }

        @Action
        public int count() {
            return state().count();
        }

        @Action
        public int add(int n) {
            updateState(s -> new Count(s.count() + n));
            return state().count();
        }

        @Action
        public List<String> items() {
            return sql().query(String.class, "SELECT name FROM item ORDER BY id");
        }
    }

    /** A state that is changed in place. */
    static final class Names {

        public List<String> names = new ArrayList<>();
    }

    /** Has a list of names. */
    static final class Listing extends Actor<Names> {

        private final Map<String, Body<Names>> bodies;

        Listing(Map<String, Body<Names>> bodies) {
            this.bodies = bodies;
        }

        @Override
        protected Names createState(Input input) {
            return new Names();
        }

        @Action
        public Object act(String name) throws Exception {
            return bodies.get(name).run(context());
        }

        @Action
        public List<String> names() {
            return state().names;
        }
    }

    static void item(Sql sql, String name) {
        sql.execute("INSERT INTO item (name) VALUES (?)", name);
    }

    /** Waits at an await point until the test lets it go on; tells the test that it has come there. */
    record Gate(CompletableFuture<Void> reached, CompletableFuture<Void> open) {

        Gate() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }

        void pass(ActorContext<?> actor) {
            reached.complete(null);
            actor.await(open);
        }
    }
}
