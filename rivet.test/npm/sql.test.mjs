// Wave 2, actor-sleep-db: the database while an actor goes to sleep.
import assert from "node:assert/strict";
import { each, endpoint, record, until } from "./support.mjs";

const events = async (actor) => (await actor.getLogEntries()).map((row) => row.event);

// Puts the actor to sleep and wakes it; returns what it noted.
async function slept(actor, starts = 2) {
    await actor.triggerSleep();
    await until(async () => (await actor.getCounts()).startCount === starts, "the actor slept and woke");
    return events(actor);
}

const single = { encodings: ["bare"] };

each("actor-sleep-db 1: the sleep hook writes, and its row survives", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.insertLogEntry("before-sleep");
    assert.deepEqual(await slept(actor), ["wake", "before-sleep", "sleep", "wake"]);
    const counts = await actor.getCounts();
    assert.deepEqual([counts.sleepCount, counts.onSleepDbWriteSuccess, counts.onSleepDbWriteError], [1, true, null]);
    const rows = await actor.getLogEntries();
    assert.deepEqual(rows.map((row) => row.id), [1, 2, 3, 4]);
    assert.ok(rows.every((row) => typeof row.created_at === "number"));
});

each("actor-sleep-db 2: the database works after an idle sleep", async ({ client, namespace }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.insertLogEntry("before-sleep");
    const id = await actor.resolve();
    await until(async () => (await actors(namespace, id))[0].sleep_ts !== null, "the actor fell asleep by itself");
    await actor.insertLogEntry("after-sleep");
    assert.deepEqual(await events(actor), ["wake", "before-sleep", "sleep", "wake", "after-sleep"]);
}, single);

async function actors(namespace, id) {
    const response = await fetch(`${endpoint}/actors?namespace=${namespace}&actor_ids=${id}`);
    assert.equal(response.status, 200);
    return (await response.json()).actors;
}

each("actor-sleep-db 5: the disconnect hook writes while the actor goes to sleep", async ({ client, connect }) => {
    const actor = client.sleepWithDbConn.getOrCreate();
    const connection = connect(actor);
    await connection.insertLogEntry("connected");
    await connection.triggerSleep();
    await until(async () => (await actor.getCounts()).startCount === 2, "the actor slept and woke");
    const noted = await events(actor);
    // calls by handle are connections as well
    assert.deepEqual(noted.filter((event) => event !== "disconnect"), ["wake", "connected", "sleep", "wake"]);
    assert.ok(noted.indexOf("disconnect") > 0 && noted.indexOf("disconnect") < noted.lastIndexOf("wake"), `the disconnect hook wrote: ${noted}`);
});

each("actor-sleep-db 8: what the sleep hook broadcasts reaches a connection", async ({ client, connect }) => {
    const actor = client.sleepWithDbAction.getOrCreate();
    const connection = connect(actor);
    const sleeping = record(connection, "sleeping");
    await connection.getCounts();
    await connection.triggerSleep();
    await until(() => sleeping.length === 1, "the event");
    await until(async () => (await actor.getCounts()).startCount >= 2, "the actor slept and woke");
    assert.deepEqual((await events(actor)).slice(0, 3), ["wake", "sleep-start", "sleep-end"]);
});

each("actor-sleep-db 9, 16: a call during the sleep hook succeeds with its row, or fails without", async ({ client, connect }) => {
    const actor = client.sleepWithDbAction.getOrCreate();
    const connection = connect(actor);
    const sleeping = record(connection, "sleeping");
    await connection.getCounts();
    await connection.triggerSleep();
    await until(() => sleeping.length === 1, "the event");
    const outcomes = await Promise.allSettled([actor.insertLogEntry("by handle"), connection.insertLogEntry("by connection")]);
    const noted = await until(async () => {
        const all = await events(actor);
        return all.includes("sleep-end") && all;
    }, "the actor slept");
    for (const [outcome, event] of [[outcomes[0], "by handle"], [outcomes[1], "by connection"]]) {
        const rows = noted.filter((other) => other === event).length;
        assert.equal(rows, outcome.status === "fulfilled" ? 1 : 0, `${event}: ${outcome.reason?.code}`);
    }
}, single);

each("actor-sleep-db 10: background work that began in the sleep hook writes", async ({ client }) => {
    assert.deepEqual(await slept(client.sleepWaitUntil.getOrCreate()), ["wake", "sleep-start", "waituntil-write", "wake"]);
});

each("actor-sleep-db 11: also such work that began in other such work", async ({ client }) => {
    assert.deepEqual(await slept(client.sleepNestedWaitUntil.getOrCreate()), ["wake", "sleep-start", "outer-waituntil", "nested-waituntil", "wake"]);
});

each("actor-sleep-db 19: a sleep hook that throws keeps what it wrote, and the actor sleeps", async ({ client }) => {
    const actor = client.sleepOnSleepThrows.getOrCreate();
    assert.deepEqual(await slept(actor), ["wake", "sleep-before-throw", "wake"]);
    assert.equal((await actor.getCounts()).sleepCount, 1);
});

each("actor-sleep-db 20: background work that fails holds nothing up", async ({ client }) => {
    assert.deepEqual(await slept(client.sleepWaitUntilRejects.getOrCreate()), ["wake", "sleep", "waituntil-after-reject", "wake"]);
});

each("actor-sleep-db 21: asking twice for sleep is one sleep", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.triggerSleepTwice();
    await until(async () => (await actor.getCounts()).startCount === 2, "the actor slept and woke");
    assert.equal((await actor.getCounts()).sleepCount, 1);
    assert.deepEqual(await events(actor), ["wake", "sleep", "wake"]);
});

each("actor-sleep-db 22: what background work of the sleep hook changes is saved", async ({ client }) => {
    const actor = client.sleepWaitUntilState.getOrCreate();
    assert.deepEqual(await slept(actor), ["wake", "waituntil-state", "wake"]);
    assert.equal((await actor.getCounts()).waitUntilRan, true);
});
