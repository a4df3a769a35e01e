// Wave 1, actor-conn: connections, events, parameters, state of a connection as the client sees it, sizes.
import assert from "node:assert/strict";
import { each, record, rejects, sleep, until } from "./support.mjs";

each("actor-conn 1: connect through get", async ({ client, connect }) => {
    await client.counter.create(["conn"]);
    assert.equal(await connect(client.counter.get(["conn"])).increment(5), 5);
});

each("actor-conn 2: connect by id sees the state from before", async ({ client, connect }) => {
    const made = await client.counter.create(["conn"]);
    await made.increment(7);
    const connection = connect(client.counter.getForId(await made.resolve()));
    assert.deepEqual([await connection.getCount(), await connection.increment(3)], [7, 10]);
});

each("actor-conn 3: connect through getOrCreate", async ({ client, connect }) => {
    assert.equal(await connect(client.counter.getOrCreate(["conn"])).increment(3), 3);
});

each("actor-conn 4: once open, the connection knows its actor's id", async ({ client, connect }) => {
    const handle = client.counter.getOrCreate(["conn"]);
    const connection = connect(handle);
    await connection.ready;
    assert.equal(connection.actorId, await handle.resolve());
});

each("actor-conn 5: connect through create", async ({ client, connect }) => {
    assert.equal(await connect(await client.counter.create(["conn"])).increment(9), 9);
});

each("actor-conn 6: events of actions over HTTP and over the connection arrive in order", async ({ client, connect }) => {
    const handle = client.counter.getOrCreate(["conn"]);
    const connection = connect(handle);
    const counts = record(connection, "newCount");
    // over the connection first, so that the subscription is known to be there
    await connection.setCount(1);
    await handle.setCount(2);
    await connection.increment(3);
    await handle.increment(4);
    await until(() => counts.length === 4, "four events");
    assert.deepEqual(counts, [1, 2, 5, 9]);
});

each("actor-conn 7: two broadcasts arrive in order", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const counts = record(connection, "newCount");
    await connection.increment(5);
    await connection.increment(8);
    await until(() => counts.length === 2, "two events");
    assert.deepEqual(counts, [5, 13]);
});

each("actor-conn 8: once fires once", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    connection.once("newCount", (count) => seen.push(count));
    const all = record(connection, "newCount");
    await connection.increment(5);
    await connection.increment(3);
    await until(() => all.length === 2, "two events");
    assert.deepEqual(seen, [5]);
});

each("actor-conn 9: after unsubscribing no event arrives", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    const unsubscribe = connection.on("newCount", (count) => seen.push(count));
    await connection.increment(5);
    await until(() => seen.length === 1, "the first event");
    unsubscribe();
    await connection.increment(3);
    await connection.getCount();
    assert.deepEqual(seen, [5]);
});

each("actor-conn 10: parameters reach the factory of the connection's state", async ({ client, connect }) => {
    const one = connect(client.counterWithParams.getOrCreate(["conn"], { params: { name: "user1" } }));
    const two = connect(client.counterWithParams.getOrCreate(["conn"], { params: { name: "user2" } }));
    const changes = record(two, "newCount");
    await two.increment(2);
    await one.increment(3);
    assert.deepEqual((await one.getInitializers()).toSorted(), ["user1", "user2"]);
    await until(() => changes.length === 2, "two events");
    assert.deepEqual(changes, [{ count: 2, by: "user2" }, { count: 5, by: "user1" }]);
});

each("actor-conn 11: getParams is asked for each connection", async ({ client, connect }) => {
    let calls = 0;
    const handle = client.counterWithParams.getOrCreate(["conn"], { getParams: async () => ({ name: `user${++calls}` }) });
    const first = connect(handle);
    await first.ready;
    const second = connect(handle);
    await second.ready;
    assert.deepEqual(await second.getInitializers(), ["user1", "user2"]);
});

each("actor-conn 12: when getParams fails first, the client says so once and connects later", async ({ client, connect }) => {
    let calls = 0;
    const handle = client.counterWithParams.getOrCreate(["conn"], {
        getParams: async () => {
            if (++calls === 1) {
                throw new Error("no token yet");
            }
            return { name: "late" };
        },
    });
    const connection = connect(handle);
    const errors = [];
    connection.onError((error) => errors.push(`${error.group}.${error.code}`));
    await until(() => connection.connStatus === "connected", "a connection");
    assert.deepEqual(await connection.getInitializers(), ["late"]);
    assert.deepEqual(errors, ["client.get_params_failed"]);
});

each("actor-conn 13: hooks run in the order wake, before-connect, connect, disconnect", async ({ client, connect }) => {
    const handle = client.counterWithLifecycle.getOrCreate(["conn"]);
    const connection = connect(client.counterWithLifecycle.getOrCreate(["conn"], { params: { trackLifecycle: true } }));
    await connection.increment(1);
    assert.deepEqual(await connection.getEvents(), ["onWake", "onBeforeConnect", "onConnect"]);
    await connection.dispose();
    await until(async () => (await handle.getEvents()).includes("onDisconnect"), "the disconnect hook");
    assert.deepEqual((await handle.getEvents()).filter((e) => e !== "onWake"), ["onBeforeConnect", "onConnect", "onDisconnect"]);
});

each("actor-conn 14: isConnected is false until the connection is open", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    assert.equal(connection.isConnected, false);
    await connection.getCount();
    assert.equal(connection.isConnected, true);
});

each("actor-conn 15: ready is one promise that resolves on open", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    assert.equal(connection.ready, connection.ready);
    await connection.ready;
    assert.equal(connection.isConnected, true);
});

each("actor-conn 16: onOpen is called once", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    let opens = 0;
    connection.onOpen(() => opens++);
    await connection.getCount();
    await connection.getCount();
    assert.equal(opens, 1);
});

each("actor-conn 17: dispose calls onClose once and isConnected turns false", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    let closes = 0;
    connection.onClose(() => closes++);
    await connection.getCount();
    await connection.dispose();
    assert.deepEqual([closes, connection.isConnected], [1, false]);
});

each("actor-conn 18: unsubscribing from onOpen", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    let opens = 0;
    connection.onOpen(() => opens++)();
    await connection.getCount();
    assert.equal(opens, 0);
});

each("actor-conn 19: unsubscribing from onClose", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    let closes = 0;
    connection.onClose(() => closes++)();
    await connection.getCount();
    await connection.dispose();
    assert.equal(closes, 0);
});

each("actor-conn 20: all onOpen handlers run", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    connection.onOpen(() => seen.push(1));
    connection.onOpen(() => seen.push(2));
    await connection.getCount();
    assert.deepEqual(seen.toSorted(), [1, 2]);
});

each("actor-conn 21: all onClose handlers run", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    connection.onClose(() => seen.push(1));
    connection.onClose(() => seen.push(2));
    await connection.getCount();
    await connection.dispose();
    assert.deepEqual(seen.toSorted(), [1, 2]);
});

const items = (count) => Array.from({ length: count }, (_, i) => `item ${i} `.padEnd(58, "."));

each("actor-conn 22: about 48 KB of request over the connection", async ({ client, connect }) => {
    const connection = connect(client.largePayloadConnActor.getOrCreate(["conn"]));
    assert.equal((await connection.processLargeRequest({ items: items(800) })).itemCount, 800);
    assert.equal(await connection.getLastRequestSize(), 800);
});

each("actor-conn 23: about 90 KB of request close the connection, with them the calls beside", async ({ client, connect }) => {
    const connection = connect(client.largePayloadConnActor.getOrCreate(["conn"]));
    await connection.ready;
    const large = connection.processLargeRequest({ items: items(1_500) });
    const beside = connection.getLastRequestSize();
    await rejects(large, "message", "incoming_too_long");
    await assert.rejects(beside);
    // the client connects again by itself
    assert.equal(await connection.echo("again"), "again");
});

each("actor-conn 24: about 48 KB of response over the connection", async ({ client, connect }) => {
    const connection = connect(client.largePayloadConnActor.getOrCreate(["conn"]));
    assert.equal((await connection.getLargeResponse(800)).items.length, 800);
});

each("actor-conn 25: more than 1 MiB of response fails that call alone", async ({ client, connect }) => {
    const connection = connect(client.largePayloadConnActor.getOrCreate(["conn"]));
    await connection.ready;
    const before = connection.connId;
    await rejects(connection.getLargeResponse(20_000), "message", "outgoing_too_long");
    assert.equal(await connection.echo("still there"), "still there");
    assert.equal(connection.connId, before);
});

each("actor-conn-status 1, 4: the status is connected after an action", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    await connection.getCount();
    assert.equal(connection.connStatus, "connected");
});

each("actor-conn-status 2: a listener sees connected", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    connection.onStatusChange((status) => seen.push(status));
    await connection.getCount();
    assert.ok(seen.includes("connected"), seen.join());
});

each("actor-conn-status 3: after unsubscribing, dispose tells the listener nothing", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    const unsubscribe = connection.onStatusChange((status) => seen.push(status));
    await connection.getCount();
    unsubscribe();
    const before = seen.length;
    await connection.dispose();
    await sleep(20);
    assert.equal(seen.length, before);
});

each("actor-conn-status 5, 6: onOpen fires on open, onClose on dispose", async ({ client, connect }) => {
    const connection = connect(client.counter.getOrCreate(["conn"]));
    const seen = [];
    connection.onOpen(() => seen.push("open"));
    connection.onClose(() => seen.push("close"));
    await connection.getCount();
    await connection.dispose();
    assert.deepEqual(seen, ["open", "close"]);
});
