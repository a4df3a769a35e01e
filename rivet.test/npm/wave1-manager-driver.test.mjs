// Wave 1, manager-driver: creation, input, how keys match.
import assert from "node:assert/strict";
import { each, rejects } from "./support.mjs";

each("manager-driver 1: actors with and without a key are separate and stay", async ({ client }) => {
    await client.counter.getOrCreate().increment(5);
    await client.counter.getOrCreate(["keyed"]).increment(10);
    assert.equal(await client.counter.getOrCreate().getCount(), 5);
    assert.equal(await client.counter.getOrCreate(["keyed"]).getCount(), 10);
});

each("manager-driver 2: a second create fails and leaves the first actor unharmed", async ({ client }) => {
    await (await client.counter.create(["twice"])).increment(3);
    await rejects(client.counter.create(["twice"]), "actor", "duplicate_key");
    assert.equal(await client.counter.get(["twice"]).getCount(), 3);
});

each("manager-driver 3: get does not create; a string is a key of one element", async ({ client }) => {
    await rejects(client.counter.get(["nobody"]).resolve(), "actor", "not_found");
    await client.counter.getOrCreate("somebody").increment(2);
    assert.equal(await client.counter.get(["somebody"]).getCount(), 2);
});

each("manager-driver 4: any parameters are accepted", async ({ client, connect }) => {
    const params = { params: { userId: "user-123", authToken: "token-abc", settings: { increment: 5, list: [1, null] } } };
    const handle = client.counter.getOrCreate(["params"], params);
    assert.equal(await handle.increment(1), 1);
    assert.equal(await connect(handle).increment(1), 2);
});

each("manager-driver 5: the same key finds the same actor", async ({ client }) => {
    const handle = client.counter.getOrCreate(["same", "key"]);
    await handle.increment(9);
    assert.equal(await client.counter.get(["same", "key"]).getCount(), 9);
    assert.equal(await client.counter.get(["same", "key"]).resolve(), await handle.resolve());
});

each("manager-driver 6: input reaches the state factory and the create hook", async ({ client }) => {
    const input = { name: "test", value: 42, nested: { list: ["a", 1.5, true, null] } };
    const actor = await client.inputActor.create(["input"], { input });
    assert.deepEqual(await actor.getInputs(), { initialInput: input, onCreateInput: input });
});

each("manager-driver 7: without input both see undefined", async ({ client }) => {
    const inputs = await (await client.inputActor.create(["input"])).getInputs();
    assert.equal(inputs.initialInput, undefined);
    assert.equal(inputs.onCreateInput, undefined);
    const byGateway = await client.inputActor.getOrCreate(["gateway"]).getInputs();
    assert.equal(byGateway.initialInput, undefined);
    assert.equal(byGateway.onCreateInput, undefined);
});

each("manager-driver 8: getOrCreate passes input on creation only", async ({ client }) => {
    const first = { name: "first" };
    assert.deepEqual(await client.inputActor.getOrCreate(["input"], { createWithInput: first }).getInputs(), { initialInput: first, onCreateInput: first });
    assert.deepEqual(await client.inputActor.getOrCreate(["input"], { createWithInput: { name: "second" } }).getInputs(),
        { initialInput: first, onCreateInput: first });
});

each("manager-driver 9: parts of a key with slashes pass unharmed", async ({ client }) => {
    const key = ["with/slash", "/", "back\\slash", "plain"];
    const actor = client.counter.getOrCreate(key);
    assert.deepEqual(await actor.getKey(), key);
    await actor.increment(4);
    assert.equal(await client.counter.get(key).getCount(), 4);
    assert.deepEqual(await client.counter.getForId(await client.counter.get(key).resolve()).getKey(), key);
});

each("manager-driver 10: a prefix of a key is another actor", async ({ client }) => {
    await client.counter.getOrCreate(["a", "b", "c"]).increment(10);
    assert.equal(await client.counter.getOrCreate(["a", "b"]).getCount(), 0);
    assert.equal(await client.counter.getOrCreate(["a", "b", "c"]).getCount(), 10);
});

each("manager-driver 11: a string is a key of one element", async ({ client }) => {
    await client.counter.getOrCreate("string-key").increment(7);
    assert.equal(await client.counter.getOrCreate(["string-key"]).getCount(), 7);
});

each("manager-driver 12: undefined, the empty list and no key are one", async ({ client }) => {
    await client.counter.getOrCreate(undefined).increment(12);
    assert.equal(await client.counter.getOrCreate([]).getCount(), 12);
    assert.equal(await client.counter.getOrCreate().getCount(), 12);
});

each("manager-driver 13, 14: no key does not match a keyed actor, nor the reverse", async ({ client }) => {
    await client.counter.getOrCreate(["keyed"]).increment(15);
    await rejects(client.counter.get().resolve(), "actor", "not_found");
    assert.equal(await client.counter.getOrCreate().increment(1), 1);
    await rejects(client.counter.get(["other"]).resolve(), "actor", "not_found");
});

each("manager-driver 15: three keys, three states", async ({ client }) => {
    const actors = ["one", "two", "three"].map((key) => client.counter.getOrCreate([key]));
    await Promise.all(actors.map((actor, i) => actor.increment(i + 1)));
    assert.deepEqual(await Promise.all(actors.map((actor) => actor.getCount())), [1, 2, 3]);
});

each("manager-driver 16: the actor without a key is one actor", async ({ client }) => {
    await client.counter.getOrCreate().increment(3);
    assert.equal(await client.counter.getOrCreate([]).increment(2), 5);
    assert.equal(await client.counter.getOrCreate().resolve(), await client.counter.get().resolve());
});
