// Wave 1, actor-vars and actor-metadata. Vars are the fields of an actor here.
import assert from "node:assert/strict";
import { each } from "./support.mjs";

each("actor-vars 1: vars with fixed values, whole and by field", async ({ client }) => {
    const actor = client.staticVarActor.getOrCreate();
    assert.deepEqual(await actor.getVars(), { counter: 42, name: "test-actor" });
    assert.equal(await actor.getName(), "test-actor");
});

each("actor-vars 2: each instance has its own, nested values too", async ({ client }) => {
    const [one, two] = [client.nestedVarActor.getOrCreate(["one"]), client.nestedVarActor.getOrCreate(["two"])];
    const modified = await one.modifyNested();
    assert.deepEqual(modified.nested, { value: "modified", array: [1, 2, 3, 4], obj: { key: "new-value" } });
    assert.deepEqual(await two.getVars(), { counter: 42, nested: { value: "original", array: [1, 2, 3], obj: { key: "value" } } });
});

each("actor-vars 3: vars that are made at the start have the right types", async ({ client }) => {
    const vars = await client.dynamicVarActor.getOrCreate().getVars();
    assert.equal(typeof vars.random, "number");
    assert.match(vars.computed, /^Actor-\d{1,3}$/);
});

each("actor-vars 4: they are made once for each instance", async ({ client }) => {
    const [one, two] = [client.uniqueVarActor.getOrCreate(["one"]), client.uniqueVarActor.getOrCreate(["two"])];
    const first = await one.getVars();
    assert.deepEqual(await one.getVars(), first);
    assert.notDeepEqual(await two.getVars(), first);
});

each("actor-vars 5: the field that tells of a driver context is there", async ({ client }) => {
    assert.ok("hasDriverCtx" in (await client.driverCtxActor.getOrCreate().getVars()));
});

each("actor-metadata 1: the actor knows its name", async ({ client }) => {
    assert.equal(await client.metadataActor.getOrCreate().getActorName(), "metadataActor");
});

each("actor-metadata 2: the name read when it woke is the same", async ({ client }) => {
    assert.equal(await client.metadataActor.getOrCreate().getStoredActorName(), "metadataActor");
});

each("actor-metadata 3: a map in the state comes back whole", async ({ client }) => {
    const actor = client.metadataActor.getOrCreate();
    const tags = { foo: "bar", env: "test" };
    assert.deepEqual(await actor.setupTestTags(tags), tags);
    assert.deepEqual(await actor.getTags(), tags);
});

each("actor-metadata 4: single entries come back, a missing one is null", async ({ client }) => {
    const actor = client.metadataActor.getOrCreate();
    await actor.setupTestTags({ foo: "bar", env: "test" });
    assert.equal(await actor.getTag("foo"), "bar");
    assert.equal(await actor.getTag("env"), "test");
    assert.equal(await actor.getTag("missing"), null);
});

each("actor-metadata 5: name, map and region together", async ({ client }) => {
    const actor = client.metadataActor.getOrCreate();
    await actor.setupTestTags({ type: "one" });
    await actor.setupTestRegion("us-west-1");
    const all = { name: "metadataActor", tags: { type: "one" }, region: "us-west-1" };
    assert.deepEqual(await actor.getMetadata(), all);
    assert.deepEqual(await actor.getLastMetadata(), all);
});

each("actor-metadata 6: a region in the state comes back", async ({ client }) => {
    const actor = client.metadataActor.getOrCreate();
    assert.equal(await actor.getRegion(), null);
    assert.equal(await actor.setupTestRegion("eu-central-1"), "eu-central-1");
    assert.equal(await actor.getRegion(), "eu-central-1");
});
