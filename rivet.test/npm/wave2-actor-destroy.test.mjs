// Wave 2, actor-destroy. 8 is in wave3-actor-queue.
import assert from "node:assert/strict";
import { dispose, each, rejects, until } from "./support.mjs";

// Waits until an actor's destroy hook has run, and until its key is free.
async function gone(client, handle, key, id) {
    const observer = client.destroyObserver.getOrCreate(["observer"]);
    await until(() => observer.wasDestroyed(key), "the destroy hook");
    await until(async () => {
        try {
            await client.destroyActor.getForId(id).getValue();
            return false;
        } catch (e) {
            assert.equal(`${e.group}.${e.code}`, "actor.not_found");
            return true;
        }
    }, "the end of the actor");
    await rejects(client.destroyActor.get([key]).resolve(), "actor", "not_found");
}

async function destroyed({ client, connect }, overConnection = false) {
    await client.destroyObserver.getOrCreate(["observer"]).reset();
    const key = "one";
    const handle = client.destroyActor.getOrCreate([key]);
    await handle.setValue(42);
    await handle.setEphemeral("stale");
    const id = await handle.resolve();
    if (overConnection) {
        const connection = connect(handle);
        await connection.getValue();
        await connection.destroy();
        await dispose(connection);
    } else {
        await handle.destroy();
    }
    await gone(client, handle, key, id);
    return { key, handle, id };
}

each("actor-destroy 1, 3: the hook ran, the actor is gone, and a new one is fresh", async (context) => {
    const { key } = await destroyed(context);
    const fresh = context.client.destroyActor.getOrCreate([key]);
    assert.equal(await fresh.getValue(), 0);
    assert.equal(await fresh.getEphemeral(), "fresh");
});

each("actor-destroy 2: asking for destruction does not abort the action that asks", async ({ client }) => {
    await client.destroyObserver.getOrCreate(["observer"]).reset();
    assert.deepEqual(await client.destroyAbortSignalActor.getOrCreate(["one"]).requestDestroy(), {
        beforeDestroyAborted: false, beforeDestroySignalAborted: false, afterDestroyAborted: false, afterDestroySignalAborted: false, abortEventCountAfterDestroy: 0,
    });
    await until(() => client.destroyObserver.getOrCreate(["observer"]).wasDestroyed("one"), "the destroy hook");
});

each("actor-destroy 4: with an open connection", async (context) => {
    const { key } = await destroyed(context, true);
    assert.equal(await context.client.destroyActor.getOrCreate([key]).getValue(), 0);
});

each("actor-destroy 5: created again by resolve", async (context) => {
    const { key, id } = await destroyed(context);
    const handle = context.client.destroyActor.getOrCreate([key]);
    assert.notEqual(await handle.resolve(), id);
    assert.equal(await handle.getValue(), 0);
});

each("actor-destroy 6: created again by create", async (context) => {
    const { key } = await destroyed(context);
    const handle = await context.client.destroyActor.create([key]);
    assert.equal(await handle.getValue(), 0);
});

each("actor-destroy 7, 11: old handles reach the new actor, connections too", async (context) => {
    const { handle } = await destroyed(context);
    assert.equal(await handle.setValue(7), 7);
    assert.equal(await context.connect(handle).getValue(), 7);
});

each("actor-destroy 9: its request reaches the new actor", async (context) => {
    const { key, handle } = await destroyed(context);
    const response = await handle.fetch("/state");
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { key, value: 0 });
});

each("actor-destroy 10: its raw WebSocket reaches the new actor", async (context) => {
    const { key, handle } = await destroyed(context);
    const socket = await handle.webSocket();
    context.t.after(() => socket.close());
    const messages = [];
    socket.addEventListener("message", (event) => messages.push(JSON.parse(event.data)));
    await until(() => messages.length === 1, "a welcome");
    assert.deepEqual(messages, [{ type: "welcome", key, value: 0 }]);
});

each("actor-destroy 12: an old handle by key finds the new actor", async (context) => {
    const old = context.client.destroyActor.get(["one"]);
    const { key, id } = await destroyed(context);
    const fresh = await context.client.destroyActor.getOrCreate([key]).resolve();
    assert.notEqual(fresh, id);
    assert.equal(await old.resolve(), fresh);
    assert.equal(await old.getValue(), 0);
});
