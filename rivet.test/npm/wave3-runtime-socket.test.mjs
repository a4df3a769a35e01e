// Wave 3, actor-db 1 and 4: the runtime socket, and who has none is told why.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { Sidecar } from "./sidecar.mjs";
import { each, rejects, sleep, until } from "./support.mjs";

each("actor-db 1: a runtime socket has to be asked for, and needs a database", async ({ client }) => {
    await rejects(client.dbActorRuntimeSocketDisabled.getOrCreate().getActorRuntimeSocketPath(), "actor_runtime_socket", "not_enabled");
    await rejects(client.actorRuntimeSocketWithoutDb.getOrCreate().getActorRuntimeSocketPath(), "actor_runtime_socket", "database_unavailable");
});

const INSERT = "INSERT INTO test_data (value, created_at) VALUES ('of the process', 1)";

// An actor that stays awake, and a process at its socket.
async function open(t, client) {
    const actor = client.dbActorRaw.getOrCreate();
    await actor.holdActorAwake();
    assert.equal(await actor.isActorAwakeHeld(), true);
    const path = await actor.getActorRuntimeSocketPath();
    assert.equal(await actor.getActorRuntimeSocketPath(), path);
    const sidecar = await Sidecar.open(path);
    t.after(() => sidecar.close());
    assert.equal(sidecar.welcome.actorId, await actor.resolve());
    return { actor, path, sidecar };
}

each("actor-db 4: a process has the database for itself while its transaction is open", async ({ t, client }) => {
    const { actor, sidecar } = await open(t, client);
    assert.equal((await sidecar.execute(INSERT)).type, "result");
    assert.equal((await sidecar.begin("t", 60_000)).type, "done");
    assert.equal((await sidecar.execute(INSERT, "t")).type, "result");
    let counted;
    const count = actor.getCountWithSubmissionBarrier().then((rows) => counted = rows);
    await until(() => actor.isSqlOperationSubmitted(), "the actor to wait");
    await sleep(50);
    assert.equal(counted, undefined);
    assert.equal((await sidecar.commit("t")).type, "done");
    assert.equal(await count, 2);
    const twice = await sidecar.commit("t");
    assert.equal(`${twice.group}.${twice.code}`, "sqlite.transaction_terminal");
    assert.match(twice.message, /already committed/);
});

each("actor-db 4: a process waits for the actor's transaction", async ({ t, client }) => {
    const { actor, sidecar } = await open(t, client);
    const held = actor.holdTransaction();
    await until(() => actor.isTransactionHolding(), "the transaction");
    let begun = false;
    const begin = sidecar.begin("t", 60_000).then((reply) => (begun = true, reply));
    await sleep(50);
    assert.equal(begun, false);
    await actor.releaseHeldTransaction();
    await held;
    assert.equal((await begin).type, "done");
    assert.equal((await sidecar.commit("t")).type, "done");
});

each("actor-db 4: a transaction is undone when its time is over, and when its process goes", async ({ t, client }) => {
    const { actor, sidecar, path } = await open(t, client);
    assert.equal((await sidecar.begin("brief", 50)).type, "done");
    const late = await until(async () => {
        const reply = await sidecar.execute(INSERT, "brief");
        return reply.type === "error" && reply;
    }, "the end of its time");
    assert.equal(late.code, "transaction_expired");
    assert.match(late.message, /deadlock-safety backstop/);
    const other = await Sidecar.open(path);
    assert.equal((await other.begin("left", 60_000)).type, "done");
    assert.equal((await other.execute(INSERT, "left")).type, "result");
    other.close();
    assert.equal(await until(() => actor.getCount().then((rows) => `${rows}`), "the database to be free"), "0");
});

each("actor-db 4: each start has a socket of its own, which goes with it", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate();
    const first = await actor.getActorRuntimeSocketPath();
    await actor.triggerSleep();
    await until(() => !existsSync(first), "its end");
    const second = await actor.getActorRuntimeSocketPath();
    assert.notEqual(second, first);
    await actor.destroy();
    await until(() => !existsSync(second), "its end");
});
