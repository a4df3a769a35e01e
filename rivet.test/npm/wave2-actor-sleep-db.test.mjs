// Wave 2, actor-sleep-db. 3, 4, 13 and 23 are with the other tests of schedules, 12 with those of queues; those with sockets have a file of their own.
import assert from "node:assert/strict";
import { dispose, each, record, sleep, until } from "./support.mjs";

const T = 1_000;

const events = async (actor) => (await actor.getLogEntries()).map((entry) => entry.event);

// Waits for the start after a sleep.
async function woken(actor, read = "getCounts") {
    return until(async () => {
        const counts = await actor[read]();
        return counts.startCount >= 2 && counts;
    }, "the next start");
}

each("actor-sleep-db 1: the sleep hook writes to the database", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.insertLogEntry("before-sleep");
    await actor.triggerSleep();
    await sleep(250);
    const counts = await actor.getCounts();
    assert.deepEqual(counts, { startCount: 2, sleepCount: 1, onSleepDbWriteSuccess: true, onSleepDbWriteError: null });
    assert.deepEqual(await events(actor), ["wake", "before-sleep", "sleep", "wake"]);
    const [first] = await actor.getLogEntries();
    assert.equal(first.id, 1);
    assert.ok(Math.abs(first.created_at - Date.now()) < 60_000);
});

each("actor-sleep-db 2: after an idle sleep too", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.insertLogEntry("before");
    await sleep(T + 400);
    await actor.insertLogEntry("after");
    assert.deepEqual(await events(actor), ["wake", "before", "sleep", "wake", "after"]);
});

each("actor-sleep-db 5: the disconnect hook of a socket that does not stay writes during the sleep", async ({ t, client }) => {
    const handle = client.sleepWithDbConn.getOrCreate();
    const socket = await handle.webSocket();
    t.after(() => socket.close());
    await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
    await handle.triggerSleep();
    await sleep(250);
    await woken(handle);
    const log = await events(handle);
    assert.ok(log.indexOf("sleep") > 0 && log.indexOf("disconnect") > 0, log.join());
    assert.ok(log.indexOf("disconnect") < log.lastIndexOf("wake"), log.join());
});

each("actor-sleep-db 8: what the sleep hook broadcasts reaches a connection", async ({ client, connect }) => {
    const handle = client.sleepWithDbAction.getOrCreate();
    const connection = connect(handle);
    const seen = record(connection, "sleeping");
    await connection.getCounts();
    await sleep(50);
    await connection.triggerSleep();
    await until(() => seen.length === 1, "the event");
    await dispose(connection);
    await woken(handle);
    const log = await events(handle);
    assert.deepEqual(log.slice(log.indexOf("sleep-start"), log.indexOf("sleep-start") + 2), ["sleep-start", "sleep-end"]);
});

each("actor-sleep-db 9, 16: an action during the sleep hook happens or is refused, and nothing between", async ({ client, connect }) => {
    const handle = client.sleepWithDbAction.getOrCreate();
    const connection = connect(handle);
    const seen = record(connection, "sleeping");
    await connection.getCounts();
    await sleep(50);
    await connection.triggerSleep();
    await until(() => seen.length === 1, "the event");
    const ends = (call) => call.then(() => undefined, (e) => e);
    const calls = { handle: ends(handle.insertLogEntry("handle")), connection: ends(connection.insertLogEntry("connection")) };
    for (const [name, call] of Object.entries(calls)) {
        const error = await call;
        assert.ok(error === undefined || `${error.group}.${error.code}` === "actor.stopping", `${error?.group}.${error?.code}`);
        await woken(handle);
        assert.equal((await events(handle)).includes(name), error === undefined, `${name}: ${error?.code}`);
    }
});

each("actor-sleep-db 10: background work of the sleep hook is done", async ({ client }) => {
    const actor = client.sleepWaitUntil.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    await woken(actor);
    assert.deepEqual((await events(actor)).slice(0, 4), ["wake", "sleep-start", "waituntil-write", "wake"]);
});

each("actor-sleep-db 11: and what that begins", async ({ client }) => {
    const actor = client.sleepNestedWaitUntil.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    await woken(actor);
    assert.deepEqual((await events(actor)).slice(0, 5), ["wake", "sleep-start", "outer-waituntil", "nested-waituntil", "wake"]);
});

each("actor-sleep-db 14: work that keeps it awake ends before it sleeps", async ({ client }) => {
    const actor = client.sleepKeepAwakeUntilIdle.getOrCreate();
    await actor.startSingleKeepAwake();
    await sleep(T + 800);
    const status = await woken(actor, "getStatus");
    assert.equal(status.singleFinished, 1);
    assert.deepEqual((await events(actor)).slice(0, 5), ["wake-1", "single-start", "single-finish", "sleep-1", "wake-2"]);
});

each("actor-sleep-db 15: nested work too", async ({ client }) => {
    const actor = client.sleepKeepAwakeUntilIdle.getOrCreate();
    await actor.startNestedKeepAwake();
    await sleep(T + 1_000);
    const status = await woken(actor, "getStatus");
    assert.equal(status.nestedFirstFinished, 1);
    assert.equal(status.nestedSecondFinished, 1);
    const log = await events(actor);
    const order = ["nested-first-finish", "nested-second-finish", "sleep-1", "wake-2"].map((event) => log.indexOf(event));
    assert.deepEqual(order, order.toSorted((a, b) => a - b), log.join());
});

each("actor-sleep-db 17: a connection that is opened during the sleep hook gets to the next instance", async ({ client, connect }) => {
    const handle = client.sleepWithDbAction.getOrCreate();
    const first = connect(handle);
    const seen = record(first, "sleeping");
    await first.getCounts();
    await sleep(50);
    await first.triggerSleep();
    await until(() => seen.length === 1, "the event");
    const second = connect(handle);
    const counts = await second.getCounts();
    assert.equal(counts.startCount, 2);
    assert.equal(counts.sleepCount, 1);
    await dispose(first);
});

each("actor-sleep-db 19: a sleep hook that fails stops nothing", async ({ client }) => {
    const actor = client.sleepOnSleepThrows.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    const counts = await woken(actor);
    assert.equal(counts.sleepCount, 1);
    assert.deepEqual((await events(actor)).slice(0, 3), ["wake", "sleep-before-throw", "wake"]);
});

each("actor-sleep-db 20: nor does background work that fails", async ({ client }) => {
    const actor = client.sleepWaitUntilRejects.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    await woken(actor);
    assert.deepEqual((await events(actor)).slice(0, 4), ["wake", "sleep", "waituntil-after-reject", "wake"]);
});

each("actor-sleep-db 21: asking for sleep twice is one sleep", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.triggerSleepTwice();
    await sleep(250);
    const counts = await actor.getCounts();
    assert.equal(counts.sleepCount, 1);
    assert.equal(counts.startCount, 2);
});

each("actor-sleep-db 22: state that background work of the sleep hook changes is saved", async ({ client }) => {
    const actor = client.sleepWaitUntilState.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    const counts = await woken(actor);
    assert.equal(counts.waitUntilRan, true);
    assert.ok((await events(actor)).includes("waituntil-state"));
});
