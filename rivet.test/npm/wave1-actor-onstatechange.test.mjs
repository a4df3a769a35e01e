// Wave 1, actor-onstatechange.
import assert from "node:assert/strict";
import { dispose, each } from "./support.mjs";

each("actor-onstatechange 1, 2: one call for each write of an action of its own", async ({ client }) => {
    const actor = client.onStateChangeActor.getOrCreate();
    assert.equal(await actor.getChangeCount(), 0);
    for (const value of [1, 2, 3]) {
        await actor.setValue(value);
        assert.equal(await actor.getChangeCount(), value);
    }
});

each("actor-onstatechange 11: connecting, reading and leaving change nothing", async ({ client, connect }) => {
    const handle = client.onStateChangeActor.getOrCreate();
    const connection = connect(handle);
    assert.equal(await connection.getValue(), 0);
    await dispose(connection);
    assert.equal(await handle.getChangeCount(), 0);
});

each("actor-onstatechange 3, 7: reads and computed values", async ({ client }) => {
    const actor = client.onStateChangeActor.getOrCreate();
    assert.equal(await actor.setValue(10), 10);
    assert.equal(await actor.getValue(), 10);
    assert.equal(await actor.getDoubled(), 20);
    assert.equal(await actor.getChangeCount(), 1);
});

each("actor-onstatechange 4, 8: a hundred writes in one action", async ({ client }) => {
    const actor = client.onStateChangeActor.getOrCreate();
    assert.equal(await actor.incrementMultiple(100), 100);
    assert.equal(await actor.getValue(), 100);
    assert.equal(await actor.getChangeCount(), 1);
});

each("actor-onstatechange 5, 9: reading the state twice gives the same object", async ({ client }) => {
    assert.equal(await client.onStateChangeActor.getOrCreate().stateIdentityStable(), true);
});

each("actor-onstatechange 6, 10: 200 writes over a large state take less than 250 ms", async ({ client }) => {
    const actor = client.onStateChangeActor.getOrCreate();
    assert.equal(await actor.seedLarge(20_000), 20_000);
    assert.ok(Number(await actor.churn(200)) < 250);
    assert.equal(await actor.getValue(), 200);
});
