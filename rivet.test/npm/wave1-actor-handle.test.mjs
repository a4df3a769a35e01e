// Wave 1, actor-handle: kinds of handles, what they resolve to, hooks for each call.
import assert from "node:assert/strict";
import { each, rejects, until } from "./support.mjs";

const TRACKED = { params: { trackLifecycle: true } };
const count = (events, name) => events.filter((e) => e === name).length;

each("actor-handle 1: get reaches an actor made with create", async ({ client }) => {
    await client.counter.create(["handle"]);
    assert.equal(await client.counter.get(["handle"]).increment(5), 5);
});

each("actor-handle 2: getForId reaches it by id", async ({ client }) => {
    const made = await client.counter.create(["handle"]);
    await made.increment(3);
    assert.equal(await client.counter.getForId(await made.resolve()).increment(4), 7);
});

each("actor-handle 3: getOrCreate creates, and again finds the same one", async ({ client }) => {
    assert.equal(await client.counter.getOrCreate(["handle"]).increment(7), 7);
    assert.equal(await client.counter.getOrCreate(["handle"]).increment(1), 8);
});

each("actor-handle 4: create returns a handle that works", async ({ client }) => {
    assert.equal(await (await client.counter.create(["handle"])).increment(9), 9);
});

each("actor-handle 5: a second create with the same key fails", async ({ client }) => {
    await client.counter.create(["handle"]);
    const error = await rejects(client.counter.create(["handle"]), "actor", "duplicate_key");
    assert.ok(error.metadata.existing_actor_id);
});

each("actor-handle 6: resolving a key that does not exist fails", async ({ client }) => {
    await rejects(client.counter.get(["nobody"]).resolve(), "actor", "not_found");
});

each("actor-handle 7: successive actions on one handle see each other's state", async ({ client }) => {
    const handle = client.counter.getOrCreate(["handle"]);
    assert.deepEqual([await handle.increment(1), await handle.increment(2), await handle.setCount(50), await handle.getCount()], [1, 3, 50, 50]);
});

each("actor-handle 8: two handles to one key are one actor", async ({ client }) => {
    await client.counter.getOrCreate(["handle"]).increment(3);
    assert.equal(await client.counter.get(["handle"]).getCount(), 3);
});

each("actor-handle 9: resolve gives an id that getForId accepts", async ({ client }) => {
    const handle = client.counter.getOrCreate(["handle"]);
    await handle.increment(6);
    const id = await handle.resolve();
    assert.ok(typeof id === "string" && id !== "");
    assert.equal(await client.counter.getForId(id).getCount(), 6);
});

each("actor-handle 10: the wake hook ran exactly once after creation", async ({ client }) => {
    const handle = client.counterWithLifecycle.getOrCreate(["handle"]);
    await handle.increment(1);
    assert.equal(count(await handle.getEvents(), "onWake"), 1);
});

each("actor-handle 11: each stateless action is a short connection, its hooks recorded for tracked ones only", async ({ client }) => {
    const tracked = client.counterWithLifecycle.getOrCreate(["handle"], TRACKED);
    const quiet = client.counterWithLifecycle.getOrCreate(["handle"]);
    await tracked.increment(1);
    await quiet.increment(1);
    const events = await until(async () => {
        const seen = await quiet.getEvents();
        return seen.includes("onDisconnect") && seen;
    }, "the tracked call's disconnect");
    assert.deepEqual(events, ["onWake", "onBeforeConnect", "onConnect", "onDisconnect"]);
});

each("actor-handle 12: the same across two handles", async ({ client }) => {
    const quiet = client.counterWithLifecycle.getOrCreate(["handle"]);
    await client.counterWithLifecycle.getOrCreate(["handle"], TRACKED).increment(1);
    await client.counterWithLifecycle.getOrCreate(["handle"], TRACKED).increment(1);
    const events = await until(async () => {
        const seen = await quiet.getEvents();
        return count(seen, "onDisconnect") === 2 && seen;
    }, "two disconnects");
    assert.deepEqual(["onWake", "onBeforeConnect", "onConnect"].map((name) => count(events, name)), [1, 2, 2]);
});
