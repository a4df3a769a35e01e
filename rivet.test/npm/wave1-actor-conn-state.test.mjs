// Wave 1, actor-conn-state and conn-preflight-disconnect: state of connections, who is visible when, direct sends.
import assert from "node:assert/strict";
import { each, failure, record, sleep, until } from "./support.mjs";

const OBSERVER = { params: { noCount: true } };

each("actor-conn-state 1: the state of a connection has all its fields", async ({ client, connect }) => {
    const state = await connect(client.connStateActor.getOrCreate()).getConnectionState();
    assert.ok(state.id);
    assert.deepEqual([state.username, state.role, state.counter, state.noCount], ["anonymous", "user", 0, false]);
    assert.ok(Math.abs(Number(state.createdAt) - Date.now()) < 60_000);
});

each("actor-conn-state 2: parameters fill user name and role", async ({ client, connect }) => {
    const state = await connect(client.connStateActor.getOrCreate([], { params: { username: "ann", role: "admin" } })).getConnectionState();
    assert.deepEqual([state.username, state.role], ["ann", "admin"]);
});

each("actor-conn-state 3: two connections have separate state", async ({ client, connect }) => {
    const one = connect(client.connStateActor.getOrCreate([], { params: { username: "one" } }));
    const two = connect(client.connStateActor.getOrCreate([], { params: { username: "two" } }));
    await one.incrementConnCounter(5);
    await two.incrementConnCounter(10);
    await two.incrementConnCounter();
    const states = [await one.getConnectionState(), await two.getConnectionState()];
    assert.deepEqual(states.map((s) => [s.username, s.counter]), [["one", 5], ["two", 11]]);
    assert.deepEqual([await one.incrementSharedCounter(2), await two.incrementSharedCounter()], [2, 3]);
});

each("actor-conn-state 4, 5: the actor lists all connections, their ids are unique", async ({ client, connect }) => {
    const handle = client.connStateActor.getOrCreate();
    const connections = [connect(handle), connect(handle), connect(handle)];
    await Promise.all(connections.map((c) => c.ready));
    const ids = (await connections[0].getAllConnectionStates()).map((s) => s.id);
    connections.forEach((c) => assert.ok(ids.includes(c.connId)));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual((await connections[0].getConnectionIds()).toSorted(), connections.map((c) => c.connId).toSorted());
});

for (const [number, hook, delay] of [[6, "state factory", "createDelayMs"], [7, "before-connect hook", "beforeDelayMs"]]) {
    each(`actor-conn-state ${number}: a connection is not visible while its ${hook} runs`, async ({ client, connect }) => {
        const handle = client.connPreflightVisibilityActor.getOrCreate();
        const slow = connect(client.connPreflightVisibilityActor.getOrCreate([], { params: { label: "slow", [delay]: 300 } }));
        await until(async () => {
            const seen = await handle.snapshot();
            return (number === 6 ? seen.createVisibleLabels : seen.beforeVisibleLabels).length > 0 && (number === 6 ? seen.createStarted : seen.beforeStarted) > 0;
        }, "the hook to start");
        assert.ok(!(await handle.snapshot()).visibleLabels.includes("slow"));
        await slow.ready;
        const after = await slow.snapshot();
        assert.ok(after.visibleLabels.includes("slow"));
        const arrival = after.connectSnapshots.find((s) => s.label === "slow");
        assert.ok(arrival.ownVisible && arrival.visibleLabels.includes("slow"));
        assert.ok(after.beforeVisibleLabels.concat(after.createVisibleLabels).every((labels) => !labels.includes("slow")));
    });
}

each("actor-conn-state 8: events sent in the connect hook reach listeners registered right after connect()", async ({ client, connect }) => {
    const connection = connect(client.connStateActor.getOrCreate([], { params: { username: "ann" } }));
    const direct = record(connection, "connectedFromOnConnect");
    const fromMap = record(connection, "connectedFromOnConnectConns");
    const id = (await connection.getConnectionState()).id;
    await until(() => direct.length === 1 && fromMap.length === 1, "both events");
    assert.deepEqual([direct, fromMap], [[{ id, username: "ann" }], [{ id, username: "ann" }]]);
});

each("actor-conn-state 9: connections come and go; calls of the observer do not count", async ({ client, connect }) => {
    const observer = client.connStateActor.getOrCreate([], OBSERVER);
    const handle = client.connStateActor.getOrCreate();
    const [one, two] = [connect(handle), connect(handle)];
    await Promise.all([one.ready, two.ready]);
    assert.equal((await observer.getConnectionIds()).length, 2);
    assert.equal(await observer.getDisconnectionCount(), 0);
    await one.dispose();
    await until(async () => await observer.getDisconnectionCount() === 1, "one gone");
    await two.dispose();
    await until(async () => await observer.getDisconnectionCount() === 2, "both gone");
    assert.deepEqual(await observer.getConnectionIds(), []);
});

each("actor-conn-state 10: an action changes the state of its connection", async ({ client, connect }) => {
    const connection = connect(client.connStateActor.getOrCreate());
    assert.equal((await connection.updateConnection({ username: "new", role: "moderator" })).username, "new");
    const state = await connection.getConnectionState();
    assert.deepEqual([state.username, state.role], ["new", "moderator"]);
});

each("actor-conn-state 11: an action sends an event to another connection", async ({ client, connect }) => {
    const handle = client.connStateActor.getOrCreate();
    const [from, to] = [connect(handle), connect(handle)];
    const [received, own] = [record(to, "directMessage"), record(from, "directMessage")];
    await Promise.all([from.ready, to.ready]);
    assert.equal(await from.sendToConnection(to.connId, "hello"), true);
    await until(() => received.length === 1, "the message");
    assert.deepEqual(received, [{ from: from.connId, message: "hello" }]);
    assert.equal(await from.sendToConnection("nobody", "hello"), false);
    assert.deepEqual(own, []);
});

each("conn-preflight-disconnect 1: a refused connection has no disconnect and is never visible", async ({ client, connect }) => {
    const handle = client.connPreflightVisibilityActor.getOrCreate([], { params: { label: "observer" } });
    for (const [label, params] of [["before", { rejectBefore: true }], ["create", { rejectCreate: true }]]) {
        const refused = connect(client.connPreflightVisibilityActor.getOrCreate([], { params: { label, ...params } }));
        await failure(refused.snapshot());
    }
    await sleep(50);
    const after = await handle.snapshot();
    assert.ok(after.beforeStarted >= 3 && after.createStarted >= 2);
    const seen = [...after.visibleLabels, ...after.connectSnapshots.map((s) => s.label), ...after.disconnectSnapshots.map((s) => s.label)];
    assert.ok(!seen.includes("before") && !seen.includes("create"), seen.join());
});
