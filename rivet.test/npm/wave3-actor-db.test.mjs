// Wave 3: actor-db, actor-db-raw and actor-db-init-order. What the runtime socket does (actor-db 1 and 4) is tested elsewhere.
import assert from "node:assert/strict";
import { dispose, each, rejects, sleep, until } from "./support.mjs";

// Waits until the id is nobody's any more.
const gone = (type, id) => until(async () => await rejects(type.getForId(id).ping(), "actor", "not_found"), "the end of the actor");

// ---------------------------------------------------------------- actor-db-raw

each("actor-db-raw 1, 3, 5, actor-db 5: the table is there, rows come in order, also to a second handle", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate(["rows"]);
    assert.equal(await actor.getCount(), 0);
    assert.deepEqual(await actor.insertValue("Alice"), { id: 1 });
    assert.deepEqual(await actor.insertValue("Bob"), { id: 2 });
    const rows = await client.dbActorRaw.get(["rows"]).getValues();
    assert.deepEqual(rows.map((row) => [row.id, row.value, row.payload]), [[1, "Alice", ""], [2, "Bob", ""]]);
    assert.ok(Math.abs(rows[0].created_at - Date.now()) < 60_000);
    assert.equal(await actor.rawSelectCount(), 2);
});

each("actor-db-raw 2: a text with a NUL in it", async ({ client }) => {
    assert.deepEqual(await client.dbActorRaw.getOrCreate().insertValueAndReadBack("a\0b"), { id: 1, value: "a\0b", hex_value: "610062", sqlite_length: 1 });
});

each("actor-db-raw 4: two keys, two databases", async ({ client }) => {
    const [one, two] = [client.dbActorRaw.getOrCreate(["one"]), client.dbActorRaw.getOrCreate(["two"])];
    await one.insertValue("of the one");
    await two.insertValue("of the other");
    assert.deepEqual((await one.getValues()).map((row) => row.value), ["of the one"]);
    assert.deepEqual((await two.getValues()).map((row) => row.value), ["of the other"]);
});

// ---------------------------------------------------------------- actor-db

each("actor-db 6: rows are inserted, changed and deleted, by one statement or by several in a text", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    const { id } = await actor.insertValue("first");
    assert.deepEqual(await actor.updateValue(id, "second"), { success: true });
    assert.equal(await actor.getValue(id), "second");
    await actor.deleteValue(id);
    assert.equal(await actor.getValue(id), null);
    assert.equal(await actor.multiStatementInsert("it's"), "it's-updated");
    await actor.reset();
    assert.equal(await actor.getCount(), 0);
});

each("actor-db 7: transactions are kept or undone, have a time, run texts, and SQLite may undo them itself", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    await actor.transactionCommit("kept");
    await actor.transactionRollback("undone");
    await actor.transactionWithTimeout(10_000);
    assert.deepEqual((await actor.getValues()).map((row) => row.value), ["kept", "with-timeout"]);
    assert.deepEqual((await actor.transactionExec()).slice(2), ["exec-1", "exec-2"]);
    await actor.reset();
    assert.deepEqual(await client.dbActorRaw.getOrCreate(["automatic"]).transactionAutomaticRollback(), [{ id: 2, value: "after" }]);
});

each("actor-db 8, 10: transactions, and what waits for them, come one after the other", async ({ client }) => {
    assert.deepEqual(await client.dbActorRaw.getOrCreate(["one"]).concurrentTransactions(), ["first-start", "first-end", "second", "third"]);
    assert.deepEqual(await client.dbActorRaw.getOrCreate(["two"]).transactionParksOrdinarySql(), ["tx-start", "tx-end", "ordinary"]);
});

each("actor-db 9: what a transaction inserted is seen in it, and gone when it is undone", async ({ client }) => {
    assert.deepEqual(await client.dbActorDrizzleMigration.getOrCreate().queryBuilderTransaction(), { inside: ["query-builder"], after: [] });
});

each("actor-db 11: who waits in a transaction for something that waits for it is told what may be wrong", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    for (const nested of [true, false]) {
        const message = await actor.transactionDeadlockDiagnostic(nested);
        for (const word of ["safety backstop", "timeout", "nested transaction", "outer `db`"]) {
            assert.ok(message.includes(word), message);
        }
    }
});

each("actor-db 12: a transaction that takes too long leaves nothing, and takes with it what waits", async ({ client }) => {
    let round = 0;
    await until(async () => { // on a busy machine nobody may have waited within those 50 ms
        const seen = await client.dbActorRaw.getOrCreate([`round ${round++}`]).transactionExpiryDiagnostics();
        for (const message of [seen.ownerMessage, seen.leakedMessage, seen.parkedResult.message]) {
            assert.match(message, /expired after 50 ms/);
        }
        assert.equal(seen.parkedResult.status, "rejected");
        assert.deepEqual(seen.values, []);
        return true;
    }, "all of them");
});

each("actor-db 13, 14, 16: a transaction that is over, and those of statements", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    assert.match(await actor.terminalTransactionDiagnostic(), /already committed/);
    assert.equal(await actor.manualTransactionCompatibility(), 1);
    assert.equal(await actor.manualTransactionCompatibility(), 2);
    assert.equal(await client.dbActorManualWarningsDisabled.getOrCreate().manualTransactionCompatibility("marker of actor-db 16"), true);
});

each("actor-db 17, 18: migrations take place; one that fails leaves nothing and is tried again", async ({ client }) => {
    assert.equal(await client.dbActorDrizzleMigration.getOrCreate().migrationCommitted(), true);
    const actor = client.dbActorDrizzleMigrationRollback.getOrCreate();
    await until(() => actor.migrationRolledBack(), "the second start", 30_000);
});

each("actor-db 19: rows survive sleeps, of which an observer hears", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate(["sleeper"]);
    const observer = client.lifecycleObserver.getOrCreate(["of sleeper"]);
    const sleeps = async () => (await observer.getEvents()).filter((event) => event.event === "sleep" && event.actorKey === "sleeper").length;
    await actor.configureLifecycleObserver("of sleeper");
    for (let round = 1; round <= 3; round++) {
        const before = await sleeps();
        await actor.insertValue(`row ${round}`);
        await actor.triggerSleep();
        await until(async () => await sleeps() > before, "the sleep");
        assert.equal(await actor.getCount(), round);
    }
});

each("actor-db 21: what the end of a connection writes is there before the sleep", async ({ client, connect }) => {
    const handle = client.dbActorRaw.getOrCreate();
    const connection = connect(handle);
    await connection.configureDisconnectInsert(true, 250);
    await dispose(connection);
    await sleep(100);
    await handle.configureDisconnectInsert(false, 0);
    await until(async () => await handle.getDisconnectInsertCount() === 1, "the row");
    await handle.triggerSleep();
    await sleep(250);
    assert.equal(await handle.getDisconnectInsertCount(), 1);
});

each("actor-db 22, 23, 24: many rows, and rows of many sizes", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    assert.deepEqual(await actor.insertMany(1_000), { count: 1_000 });
    assert.equal(await actor.getCount(), 1_000);
    for (const size of [4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 12_287, 12_288, 12_289, 16_383, 16_384, 16_385, 32 * 1_024]) {
        const inserted = await actor.insertPayloadOfSize(size);
        assert.equal(inserted.size, size);
        assert.equal(await actor.getPayloadSize(inserted.id), size);
    }
});

each("actor-db 25: VACUUM gives pages back", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    assert.deepEqual(await actor.insertPayloadRows(32, 4_096), { count: 32 });
    const full = await actor.getPageCount();
    await actor.reset();
    await actor.vacuum();
    const empty = await actor.getPageCount();
    assert.ok(empty < full, `${empty} of ${full}`);
    await actor.insertPayloadRows(32, 4_096);
    assert.ok(await actor.getPageCount() > empty);
});

each("actor-db 26: rows are changed again and again", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    const ids = [];
    for (let i = 0; i < 10; i++) {
        ids.push((await actor.insertValue(`row ${i}`)).id);
    }
    assert.deepEqual(await actor.repeatUpdate(ids[0], 50), { value: "Updated 49" });
    assert.deepEqual(await actor.roundRobinUpdateValues(ids, 240), ids.map((id, i) => ({ id, value: `v-${230 + i}` })));
});

each("actor-db 27: the file is whole after many changes, and after a sleep", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    await actor.runMixedWorkload(64, 200);
    assert.equal(await actor.integrityCheck(), "ok");
    const count = await actor.getCount();
    assert.ok(count > 0 && count <= 64, `${count}`);
    await actor.triggerSleep();
    await sleep(200);
    assert.equal(await actor.integrityCheck(), "ok");
    assert.equal(await actor.getCount(), count);
});

each("actor-db 28: many actors at once, of which some are destroyed", async ({ client }) => {
    const actors = Array.from({ length: 12 }, (_, i) => client.dbLifecycle.getOrCreate([`${i}`]));
    await Promise.all(actors.map(async (actor, i) => {
        await actor.insertValue(`row of ${i}`);
        await actor.triggerSleep();
        await actor.insertValue(`another of ${i}`);
        if (i % 3 === 0) {
            const id = await actor.getActorId();
            assert.equal(id, await actor.resolve());
            await actor.triggerDestroy();
            await gone(client.dbLifecycle, id);
        }
    }));
    for (const [i, actor] of actors.entries()) {
        assert.equal(await actor.getCount(), i % 3 === 0 ? 0 : 2);
    }
});

each("beyond the suite: an actor whose migration always fails", async ({ client }) => {
    const actor = await client.dbLifecycleFailing.create(["failing"]);
    const id = await actor.resolve();
    await assert.rejects(actor.ping({ signal: AbortSignal.timeout(100) }));
    const observer = client.dbLifecycleObserver.getOrCreate();
    const { create, migrate } = await until(async () => {
        const counts = await observer.getCounts(id);
        return counts.migrate > 0 && counts;
    }, "the migration");
    assert.equal(create, migrate);
});

// ---------------------------------------------------------------- actor-db-init-order

each("actor-db-init-order 1, 2, 3: the start hooks find the tables", async ({ client }) => {
    for (const type of ["dbInitOrderCreateStateActor", "dbInitOrderOnCreateActor", "dbInitOrderCreateVarsActor"]) {
        assert.equal(await client[type].getOrCreate().getInitialCount(), 0, type);
    }
});

each("actor-db-init-order 4: the wake hook writes at each start", async ({ client }) => {
    const actor = client.dbInitOrderOnWakeActor.getOrCreate();
    assert.equal(await actor.getWakeCount(), 1);
    await actor.triggerSleep();
    await until(async () => await actor.getWakeCount() >= 2, "the next start");
});

each("actor-db-init-order 5: the sleep hook reads and writes", async ({ client }) => {
    const actor = client.dbInitOrderOnSleepActor.getOrCreate();
    const id = await actor.getActorId();
    await actor.insert("a");
    await actor.insert("b");
    const slept = await actor.getSleepEventCount(); // it is idle between two calls, and that may be long enough
    await actor.triggerSleep();
    await until(async () => await actor.getSleepEventCount() > slept, "the sleep");
    assert.ok(await client.dbInitOrderObserver.getOrCreate().getOnSleepCount(id) >= 2);
});

each("actor-db-init-order 6: the destroy hook reads", async ({ client }) => {
    const actor = client.dbInitOrderOnDestroyActor.getOrCreate();
    const id = await actor.getActorId();
    await actor.insert("a");
    await actor.insert("b");
    const observer = client.dbInitOrderObserver.getOrCreate();
    assert.equal(await observer.getOnDestroyCount(id), -1);
    await actor.triggerDestroy();
    await until(async () => await observer.getOnDestroyCount(id) === 2, "the end");
});
