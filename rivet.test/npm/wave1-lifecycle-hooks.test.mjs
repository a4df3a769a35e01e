// Wave 1, lifecycle-hooks: connections refused before they are one, and the state-change hook.
import assert from "node:assert/strict";
import { each, failure, rejects } from "./support.mjs";

each("lifecycle-hooks 1: a user error in the before-connect hook rejects the connection's actions", async ({ client, connect }) => {
    const handle = client.beforeConnectRejectActor.getOrCreate([], { params: { shouldReject: true } });
    const error = await rejects(connect(handle).ping(), "user", "connection_rejected");
    assert.equal(error.message, "Connection rejected by policy");
    await rejects(handle.ping(), "user", "connection_rejected");
});

each("lifecycle-hooks 2: without it the action answers", async ({ client, connect }) => {
    assert.equal(await connect(client.beforeConnectRejectActor.getOrCreate([], { params: { shouldReject: false } })).ping(), "pong");
});

each("lifecycle-hooks 3: any other error there rejects as well, masked", async ({ client, connect }) => {
    const handle = client.beforeConnectGenericErrorActor.getOrCreate([], { params: { shouldFail: true } });
    for (const caller of [connect(handle), handle]) {
        const error = await failure(caller.ping());
        assert.equal(error.code, "internal_error");
        assert.doesNotMatch(error.message, /before the connection/);
    }
});

each("lifecycle-hooks 4: without it the action answers", async ({ client, connect }) => {
    assert.equal(await connect(client.beforeConnectGenericErrorActor.getOrCreate([], { params: { shouldFail: false } })).ping(), "pong");
});

each("lifecycle-hooks, beyond the suite: a hook over its 100 ms refuses the connection", async ({ client, connect }) => {
    assert.match((await failure(connect(client.beforeConnectTimeoutActor.getOrCreate()).ping())).message, /./);
});

each("lifecycle-hooks, beyond the suite: a hook that refuses after a while", async ({ client, connect }) => {
    await rejects(connect(client.rejectConnectionActor.getOrCreate([], { params: { reject: true } })).ping(), "user", "rejected");
});

each("lifecycle-hooks 5: the state-change hook may change variables without being called again", async ({ client }) => {
    const actor = client.stateChangeRecursionActor.getOrCreate();
    await actor.setValue(5);
    assert.equal(await actor.getDerivedValue(), 10);
    assert.equal(await actor.getOnStateChangeCallCount(), 1);
});

each("lifecycle-hooks 6: three writes, three calls", async ({ client }) => {
    const actor = client.stateChangeRecursionActor.getOrCreate();
    for (const value of [1, 2, 3]) {
        await actor.setValue(value);
    }
    assert.deepEqual(await actor.getAll(), { value: 3, derivedValue: 6, callCount: 3 });
});

each("lifecycle-hooks 8: changing the state in it fails and changes nothing", async ({ client }) => {
    const actor = client.stateChangeReentrantMutationActor.getOrCreate();
    await actor.setValue(5);
    assert.deepEqual(await actor.getResult(), { value: 5, derivedValue: 0, callCount: 1, errorGroup: "actor", errorCode: "state_mutation_reentrant" });
});

each("lifecycle-hooks 7: reads do not change the state", async ({ client }) => {
    const actor = client.stateChangeRecursionActor.getOrCreate();
    await actor.setValue(4);
    assert.deepEqual(await actor.getAll(), { value: 4, derivedValue: 8, callCount: 1 });
    assert.equal(await actor.getDerivedValue(), 8);
    assert.equal(await actor.getOnStateChangeCallCount(), 1);
});
