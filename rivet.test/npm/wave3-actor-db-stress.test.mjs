// Wave 3: actor-db-stress and actor-db-pragma-migration.
import assert from "node:assert/strict";
import { each, rejects, sleep, until } from "./support.mjs";

const gone = (type, id) => until(async () => await rejects(type.getForId(id).getCount(), "actor", "not_found"), "the end of the actor");

each("actor-db-stress 1: destruction amid inserts answers every call", async ({ client }) => {
    const actors = Array.from({ length: 5 }, (_, i) => client.dbStressActor.getOrCreate([`${i}`]));
    await Promise.all(actors.map((actor) => actor.resolve()));
    const calls = actors.flatMap((actor) => [actor.insertBatch(500), actor.insertBatch(500), sleep(5).then(() => actor.destroy())]);
    const settled = await Promise.allSettled(calls);
    assert.equal(settled.length, 15);
});

each("actor-db-stress 2: ten rounds of creation, insert and destruction", async ({ client }) => {
    for (let round = 0; round < 10; round++) {
        const actor = client.dbStressActor.getOrCreate(["again"]);
        assert.deepEqual(await actor.insertBatch(10), { count: 10 });
        assert.equal(await actor.getCount(), 10);
        const id = await actor.resolve();
        await actor.destroy();
        await gone(client.dbStressActor, id);
    }
});

each("actor-db-stress 3: a hundred inserts", async ({ client }) => {
    const actor = client.dbStressActor.getOrCreate();
    const { elapsedMs, insertCount } = await actor.measureEventLoopHealth(100);
    assert.equal(insertCount, 100);
    assert.ok(elapsedMs < 30_000);
    assert.equal(await actor.integrityCheck(), "ok");
    assert.equal(await actor.writeAndVerify(10), 10);
});

each("actor-db-stress 4: 240 upserts of 32 keys", async ({ client }) => {
    const actor = client.dbStressActor.getOrCreate();
    assert.equal(await actor.upsertMetaRows(240), 32);
    assert.equal(await actor.integrityCheck(), "ok");
});

each("actor-db-stress 5: everything, in many rounds, in three calls at once, and after a sleep", async ({ client }) => {
    const actor = client.dbStressActor.getOrCreate();
    const whole = (smoke) => {
        assert.equal(smoke.integrity, "ok");
        assert.ok(smoke.metaCount > 0 && smoke.dataCount > 0 && smoke.payloadCount > 0 && smoke.pageCount > 0, JSON.stringify(smoke));
    };
    whole(await actor.kitchenSinkSmoke(160));
    (await Promise.all([actor.kitchenSinkSmoke(32), actor.kitchenSinkSmoke(32), actor.kitchenSinkSmoke(32)])).forEach(whole);
    await actor.triggerSleep();
    await sleep(200);
    whole(await actor.kitchenSinkSmoke(96));
});

// ---------------------------------------------------------------- actor-db-pragma-migration

each("actor-db-pragma-migration 1, 2, 3, 4: two steps, once", async ({ client }) => {
    const actor = client.dbPragmaMigrationActor.getOrCreate();
    assert.equal(await actor.getSchemaVersion(), 2);
    assert.deepEqual(await actor.getColumns(), ["id", "name", "status"]);
    assert.deepEqual(await actor.insertItem("by default"), { id: 1 });
    assert.deepEqual(await actor.insertItemWithStatus("as said", "archived"), { id: 2 });
    await actor.triggerSleep();
    await sleep(200);
    assert.equal(await actor.getSchemaVersion(), 2);
    assert.deepEqual(await actor.getItems(), [{ id: 1, name: "by default", status: "active" }, { id: 2, name: "as said", status: "archived" }]);
});
