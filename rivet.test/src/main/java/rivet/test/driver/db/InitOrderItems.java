package rivet.test.driver.db;

import rivet.actor.Actor;
import rivet.actor.Migrations;

/**
 * A table that hooks use.
 *
 * @param <S> the state
 */
abstract class InitOrderItems<S> extends Actor<S> {

    @Override
    protected void onMigrate(Migrations migrations) {
        migrations.step(1, "CREATE TABLE init_order_items (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)");
    }

    final long count() {
        return sql().first(Long.class, "SELECT count(*) FROM init_order_items").orElseThrow();
    }

    final long count(String name) {
        return sql().first(Long.class, "SELECT count(*) FROM init_order_items WHERE name = ?", name).orElseThrow();
    }

    final void add(String name) {
        sql().execute("INSERT INTO init_order_items (name) VALUES (?)", name);
    }
}
