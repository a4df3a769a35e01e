// Wave 1, actor-state and actor-stateless.
import assert from "node:assert/strict";
import { each } from "./support.mjs";

each("actor-state 1: the actor without a key keeps its count between two handles", async ({ client }) => {
    assert.equal(await client.counter.getOrCreate().increment(5), 5);
    assert.equal(await client.counter.getOrCreate().increment(3), 8);
});

each("actor-state 2: a new handle sees the count that an earlier one left", async ({ client }) => {
    await client.counter.getOrCreate().increment(7);
    assert.equal(await client.counter.get().getCount(), 7);
});

each("actor-state 3: two keys have separate state", async ({ client }) => {
    const [one, two] = [client.counter.getOrCreate(["one"]), client.counter.getOrCreate(["two"])];
    assert.equal(await one.increment(10), 10);
    assert.equal(await two.increment(20), 20);
    assert.deepEqual([await one.getCount(), await two.getCount()], [10, 20]);
});

each("actor-stateless 1: an action without state works", async ({ client }) => {
    assert.equal(await client.statelessActor.getOrCreate().ping(), "pong");
});

each("actor-stateless 2: an echo returns its argument", async ({ client }) => {
    assert.equal(await client.statelessActor.getOrCreate().echo("hello"), "hello");
});

each("actor-stateless 3: the actor can read its own id", async ({ client }) => {
    const actor = client.statelessActor.getOrCreate();
    const id = await actor.getActorId();
    assert.equal(typeof id, "string");
    assert.equal(id, await actor.resolve());
});

each("actor-stateless 4: touching the state fails inside the actor", async ({ client }) => {
    const result = await client.statelessActor.getOrCreate().tryGetState();
    assert.equal(result.success, false);
    assert.match(result.error, /state/i);
});

each("actor-stateless 5: touching the database fails inside the actor", async ({ client }) => {
    const result = await client.statelessActor.getOrCreate().tryGetDb();
    assert.equal(result.success, false);
    assert.match(result.error, /database/i);
});

each("actor-stateless 6: two keys give two ids", async ({ client }) => {
    const [one, two] = [client.statelessActor.getOrCreate(["one"]), client.statelessActor.getOrCreate(["two"])];
    assert.notEqual(await one.getActorId(), await two.getActorId());
});
