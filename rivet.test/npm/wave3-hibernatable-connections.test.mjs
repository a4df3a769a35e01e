// Wave 2, actor-conn-hibernation: connections that stay while their actor sleeps. And what is ours: subscriptions, idle sleep, clients that go.
import assert from "node:assert/strict";
import { recorded, slept } from "./directory.mjs";
import { dispose, each, record, sleep, until } from "./support.mjs";

each("actor-conn-hibernation 1: an open connection survives sleep; the next action over it wakes the actor", async ({ client, namespace, connect }) => {
    const handle = client.hibernationActor.getOrCreate();
    const connection = connect(handle);
    assert.equal(await connection.ping(), "pong");
    await connection.triggerSleep();
    await slept(namespace, handle);
    assert.equal(await connection.ping(), "pong");
    assert.deepEqual(await connection.getActorCounts(), { sleepCount: 1, wakeCount: 2 });
});

each("actor-conn-hibernation 2: its state survives; connect and disconnect hooks do not run again", async ({ client, namespace, connect }) => {
    const handle = client.hibernationActor.getOrCreate();
    const connection = connect(handle);
    await connection.ready;
    const id = connection.connectionId;
    assert.equal(await connection.connIncrement(), 1);
    assert.equal(await connection.connIncrement(), 2);
    await connection.triggerSleep();
    await slept(namespace, handle);
    assert.equal(await connection.getConnCount(), 2);
    assert.equal(await connection.connIncrement(), 3);
    assert.deepEqual(await connection.getConnLifecycleCounts(), { connectCount: 1, disconnectCount: 0 });
    assert.deepEqual(await connection.getActorCounts(), { sleepCount: 1, wakeCount: 2 });
    assert.equal(connection.connectionId, id);
});

each("actor-conn-hibernation 3: the client hears of nothing over two sleep cycles", async ({ client, namespace, connect }) => {
    const handle = client.hibernationActor.getOrCreate();
    const connection = connect(handle);
    const opened = [];
    const closed = [];
    connection.onOpen(() => opened.push(Date.now()));
    connection.onClose(() => closed.push(Date.now()));
    await connection.ping();
    for (let i = 0; i < 2; i++) {
        await connection.triggerSleep();
        await slept(namespace, handle);
        assert.equal(await connection.ping(), "pong");
    }
    assert.equal(opened.length, 1);
    assert.equal(closed.length, 0);
    assert.deepEqual(await connection.getActorCounts(), { sleepCount: 2, wakeCount: 3 });
});

each("actor-conn-hibernation 4: after it went while the actor slept a new one is alone, with a new id", async ({ client, namespace, connect }) => {
    const handle = client.hibernationActor.getOrCreate();
    const first = connect(handle);
    const [gone] = await first.getConnectionIds();
    await first.triggerSleep();
    await slept(namespace, handle);
    await dispose(first);
    const second = connect(handle);
    const ids = await until(async () => {
        const now = await second.getConnectionIds();
        return now.length === 1 && now;
    }, "one connection");
    assert.notEqual(ids[0], gone);
});

for (const delay of [0, 100, 400]) {
    each(`actor-conn-hibernation 5: an action sent ${delay} ms into the sleep hook is answered by the next instance`, async ({ client, connect }) => {
        const connection = connect(client.hibernationSleepWindowActor.getOrCreate());
        const sleeping = record(connection, "sleeping");
        await connection.getActorCounts();
        connection.triggerSleep();
        await until(() => sleeping.length === 1, "the sleep hook");
        await sleep(delay);
        assert.deepEqual(await connection.getActorCounts(), { sleepCount: 1, wakeCount: 2 });
    });
}

each("hibernation, beyond the suite: an idle actor sleeps under its connection, which hears what is told afterwards", async ({ client, namespace, connect }) => {
    const handle = client.hibernationSleepWindowActor.getOrCreate();
    const connection = connect(handle);
    const sleeping = record(connection, "sleeping");
    await connection.getActorCounts();
    await slept(namespace, handle);
    assert.equal(sleeping.length, 1);
    await handle.getActorCounts();
    await handle.triggerSleep();
    await until(() => sleeping.length === 2, "what the next life tells");
    assert.equal(connection.connStatus, "connected");
});

each("hibernatable-websocket-protocol 2: a connection dropped while asleep gets its disconnect hook in the next instance, once", async ({ client, namespace, connect }) => {
    const handle = client.fileSystemHibernationCleanupActor.getOrCreate();
    const connection = connect(handle);
    await connection.ping();
    await connection.triggerSleep();
    await slept(namespace, handle);
    await dispose(connection);
    const seen = await until(async () => {
        const now = await handle.getDisconnectWakeCounts();
        return now.length > 0 && now;
    }, "the disconnect hook");
    assert.deepEqual(seen, [2]);
    assert.equal((await handle.getCounts()).wakeCount, 2);
    await handle.triggerSleep();
    await slept(namespace, handle);
    assert.deepEqual(await handle.getDisconnectWakeCounts(), [2]);
});

each("hibernation, beyond the suite: a client that goes wakes the actor, which hears of it without being asked", async ({ client, namespace, connect }) => {
    const handle = client.fileSystemHibernationCleanupActor.getOrCreate();
    const connection = connect(handle);
    await connection.ping();
    await connection.triggerSleep();
    await slept(namespace, handle);
    const before = (await recorded(namespace, handle)).start_ts;
    await dispose(connection);
    await until(async () => (await recorded(namespace, handle)).start_ts !== before, "the wake");
    await slept(namespace, handle);
    assert.deepEqual(await handle.getDisconnectWakeCounts(), [2]);
});
