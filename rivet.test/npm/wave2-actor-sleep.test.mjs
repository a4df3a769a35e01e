// Wave 2, actor-sleep. 12 and 13 are with the other tests of schedules.
import assert from "node:assert/strict";
import { dispose, each, record, sleep, until } from "./support.mjs";

const T = 1_000;

each("actor-sleep 1: asking for sleep puts it to sleep, the next call wakes it", async ({ client }) => {
    const actor = client.sleep.getOrCreate();
    assert.deepEqual(await actor.getCounts(), { startCount: 1, sleepCount: 0 });
    await actor.triggerSleep();
    await sleep(250);
    assert.deepEqual(await actor.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep 2: a run handler that asks for sleep runs again after the wake", async ({ client }) => {
    const actor = client.runSelfInitiatedSleep.getOrCreate();
    await actor.getState();
    const state = await until(async () => {
        const now = await actor.getState();
        return now.runCount >= 2 && now;
    }, "the second run");
    assert.equal(state.sleepCount, 1);
    assert.equal(state.wakeCount, 2);
    assert.equal(state.marker, "slept");
});

each("actor-sleep 3: sleep while a connection is open", async ({ client, connect }) => {
    const handle = client.sleep.getOrCreate();
    const connection = connect(handle);
    await connection.getCounts();
    await connection.triggerSleep();
    await sleep(250);
    await dispose(connection);
    const counts = await handle.getCounts();
    assert.ok(counts.sleepCount >= 1);
    assert.equal(counts.startCount, counts.sleepCount + 1);
});

each("actor-sleep 4: it sleeps when it was idle", async ({ client }) => {
    const actor = client.sleep.getOrCreate();
    assert.equal((await actor.getCounts()).sleepCount, 0);
    await sleep(T + 400);
    assert.deepEqual(await actor.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep 5: it sleeps once its connection is gone", async ({ client, connect }) => {
    const handle = client.sleep.getOrCreate();
    const connection = connect(handle);
    assert.equal((await connection.getCounts()).sleepCount, 0);
    await dispose(connection);
    await sleep(T + 400);
    assert.deepEqual(await handle.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep, beyond the suite: a connection does not keep it awake, and stays", async ({ client, connect }) => {
    const connection = connect(client.sleep.getOrCreate());
    assert.equal((await connection.getCounts()).sleepCount, 0);
    await sleep(T + 400);
    assert.deepEqual(await connection.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep 6: background work sends to its connection before the sleep closes that", async ({ client, connect }) => {
    const handle = client.sleepWithWaitUntilMessage.getOrCreate();
    const connection = connect(handle);
    const seen = record(connection, "sleeping");
    await connection.getCounts();
    await sleep(50);
    await connection.triggerSleep();
    await until(() => seen.length === 1, "the message");
    assert.equal(seen[0].startCount, 1);
    await dispose(connection);
    const counts = await until(async () => {
        const now = await handle.getCounts();
        return now.startCount >= 2 && now;
    }, "the next start");
    assert.equal(counts.waitUntilMessageCount, 1);
});

each("actor-sleep 7: background work of the wake hook is done before it sleeps", async ({ client }) => {
    const actor = client.sleepWithWaitUntilInOnWake.getOrCreate();
    assert.equal((await actor.getStatus()).waitUntilCalled, true);
    await actor.triggerSleep();
    await sleep(250);
    const status = await actor.getStatus();
    assert.equal(status.sleepCount, 1);
    assert.equal(status.startCount, 2);
    assert.equal(status.waitUntilCompleted, true);
});

each("actor-sleep 8: an abort listener still sees the variables, over three sleeps", async ({ client }) => {
    const actor = client.sleepAbortListenerVarsActor.getOrCreate();
    for (let cycle = 1; cycle <= 3; cycle++) {
        await actor.triggerSleep();
        await until(async () => (await actor.getStatus()).startCount >= cycle + 1, "the next start");
    }
    const status = await actor.getStatus();
    assert.deepEqual(status.abortVarsSeenPerWake.slice(0, 3), ["object", "object", "object"]);
});

each("actor-sleep 9, 10: work that has ended already, well or not", async ({ client }) => {
    const actor = client.counterWaitUntilProbe.getOrCreate();
    const actions = ["triggerWaitUntilVoid", "triggerWaitUntilWithValue", "triggerWaitUntilRejectVoid", "triggerKeepAwakeVoid", "triggerKeepAwakeWithValue"];
    for (const [i, action] of actions.entries()) {
        assert.equal(await actor[action](), i + 1);
    }
    assert.equal(await actor.getCount(), 5);
});

each("actor-sleep 11: actions begin the idle time anew", async ({ client }) => {
    const actor = client.sleep.getOrCreate();
    for (let i = 0; i < 4; i++) {
        await sleep(T / 2);
        assert.equal((await actor.getCounts()).sleepCount, 0);
    }
    await sleep(T + 400);
    assert.deepEqual(await actor.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep 14: a running action keeps it awake", async ({ client, connect }) => {
    const handle = client.sleepWithLongRpc.getOrCreate();
    const connection = connect(handle);
    const waiting = record(connection, "waiting");
    await connection.getCounts();
    const long = connection.longRunningRpc();
    await until(() => waiting.length === 1, "the action to begin");
    await sleep(T + 250);
    await connection.finishLongRunningRpc();
    await long;
    assert.deepEqual(await connection.getCounts(), { startCount: 1, sleepCount: 0 });
    await dispose(connection);
    await sleep(T + 400);
    assert.deepEqual(await handle.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep 17: with the option it never sleeps", async ({ client }) => {
    const actor = client.sleepWithNoSleepOption.getOrCreate();
    await actor.getCounts();
    await sleep(T + 400);
    assert.deepEqual(await actor.getCounts(), { startCount: 1, sleepCount: 0 });
});

each("actor-sleep 24: background work of the sleep hook may use variables", async ({ client }) => {
    const actor = client.sleepWaitUntilVarsDuringGrace.getOrCreate();
    await actor.triggerSleep();
    await sleep(400);
    const status = await actor.getStatus();
    assert.ok(status.sleepCount >= 1);
    assert.equal(status.waitUntilStarted, status.sleepCount);
});

// The next message of a socket that is JSON of this type.
function next(socket, type) {
    return new Promise((resolve, reject) => {
        socket.addEventListener("message", (event) => {
            const message = JSON.parse(event.data);
            if (message.type === type) {
                resolve(message);
            }
        });
        socket.addEventListener("close", (event) => reject(new Error(`closed with ${event.code} ${event.reason}`)));
    });
}

async function open(t, actor) {
    const socket = await actor.webSocket();
    t.after(() => socket.close());
    await next(socket, "connected");
    return socket;
}

each("actor-sleep 15: an open raw WebSocket keeps it awake", async ({ t, client }) => {
    const actor = client.sleepWithRawWebSocket.getOrCreate();
    const socket = await open(t, actor);
    await sleep(T + 400);
    const counts = next(socket, "counts");
    socket.send(JSON.stringify({ type: "getCounts" }));
    assert.deepEqual(await counts, { type: "counts", startCount: 1, sleepCount: 0, connectionCount: 1 });
    socket.close();
    await sleep(T + 600);
    const after = await actor.getCounts();
    assert.equal(after.sleepCount, 1);
    assert.equal(after.connectionCount, 0);
});

each("actor-sleep 16: a raw HTTP request that runs keeps it awake", async ({ client }) => {
    const actor = client.sleepWithRawHttp.getOrCreate();
    const response = await actor.fetch(`long-request?duration=${T + 250}`);
    assert.deepEqual(await response.json(), { completed: true });
    assert.deepEqual(await actor.getCounts(), { startCount: 1, sleepCount: 0, requestCount: 1 });
    await sleep(T + 400);
    assert.equal((await actor.getCounts()).sleepCount, 1);
});

for (const [number, type] of [[18, "sleepRawWsAddEventListenerMessage"], [19, "sleepRawWsOnMessage"]]) {
    each(`actor-sleep ${number}: a message that is being handled holds sleep up, ${type}`, async ({ t, client }) => {
        const actor = client[type].getOrCreate();
        const socket = await open(t, actor);
        const started = next(socket, "message-started");
        socket.send("track-message");
        await started;
        socket.close();
        const status = await until(async () => {
            await sleep(400);
            const now = await actor.getStatus();
            return now.sleepCount > 0 && now;
        }, "the sleep");
        assert.equal(status.messageStarted, 1);
        assert.equal(status.messageFinished, 1);
    });
}

for (const [number, type] of [[20, "sleepRawWsAddEventListenerClose"], [21, "sleepRawWsOnClose"]]) {
    each(`actor-sleep ${number}: the end of a socket that is being handled holds sleep up, ${type}`, async ({ t, client }) => {
        const actor = client[type].getOrCreate();
        const socket = await open(t, actor);
        socket.close();
        const status = await until(async () => {
            await sleep(400);
            const now = await actor.getStatus();
            return now.sleepCount > 0 && now;
        }, "the sleep");
        assert.equal(status.closeStarted, 1);
        assert.equal(status.closeFinished, 1);
    });
}

for (const [number, type] of [[22, "sleepRawWsSendOnSleep"], [23, "sleepRawWsDelayedSendOnSleep"]]) {
    each(`actor-sleep ${number}: the sleep hook sends to an open raw WebSocket, ${type}`, async ({ t, client }) => {
        const actor = client[type].getOrCreate();
        const socket = await open(t, actor);
        const sleeping = next(socket, "sleeping");
        await actor.triggerSleep();
        assert.deepEqual(await sleeping, { type: "sleeping", sleepCount: 1 });
    });
}

each("actor-sleep 25: a message handler beyond the grace period harms nobody", async ({ t, client }) => {
    const actor = client.sleepRawWsVarsExceedsGrace.getOrCreate();
    const socket = await open(t, actor);
    const started = next(socket, "started");
    socket.send("slow-vars-work");
    await started;
    await actor.triggerSleep();
    const status = await until(async () => {
        const now = await actor.getStatus();
        return now.startCount >= 2 && now;
    }, "the next start");
    assert.equal(status.handlerStarted, 1);
    assert.equal(status.handlerFinished, 0);
});
