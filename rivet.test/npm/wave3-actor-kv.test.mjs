// Wave 3, actor-kv.
import assert from "node:assert/strict";
import { each, rejects } from "./support.mjs";

each("actor-kv 1: texts, alone and by prefix", async ({ client }) => {
    const actor = client.kvActor.getOrCreate();
    assert.equal(await actor.getText("greeting"), null);
    assert.equal(await actor.putText("greeting", "hello"), true);
    assert.equal(await actor.getText("greeting"), "hello");
    await actor.putText("prefix-b", "2");
    await actor.putText("prefix-a", "1");
    await actor.putText("prefiy", "3");
    assert.deepEqual(await actor.listText("prefix-"), [{ key: "prefix-a", value: "1" }, { key: "prefix-b", value: "2" }]);
    assert.equal((await actor.listText("")).length, 4);
});

each("actor-kv 2: a range has its start and not its end, in reverse, with a limit; and is removed", async ({ client }) => {
    const actor = client.kvActor.getOrCreate();
    for (const key of ["a", "b", "c", "d"]) {
        await actor.putText(key, key.toUpperCase());
    }
    assert.deepEqual(await actor.listTextRange("b", "d"), [{ key: "b", value: "B" }, { key: "c", value: "C" }]);
    assert.deepEqual(await actor.listTextRange("a", "d", { reverse: true, limit: 2 }), [{ key: "c", value: "C" }, { key: "b", value: "B" }]);
    assert.equal(await actor.deleteTextRange("b", "d"), true);
    assert.deepEqual(await actor.listText(""), [{ key: "a", value: "A" }, { key: "d", value: "D" }]);
});

each("actor-kv 3: bytes come back as they are", async ({ client }) => {
    assert.deepEqual(await client.kvActor.getOrCreate().roundtripArrayBuffer("bytes", [0, 1, 127, 128, 255]), [0, 1, 127, 128, 255]);
});

each("limits of keys and values, and a transaction that comes to nothing", async ({ client }) => {
    const actor = client.kvActor.getOrCreate();
    assert.equal(await actor.putLong(2048, 131_072), true);
    const key = await rejects(actor.putLong(2049, 1), "kv", "key_too_large");
    assert.deepEqual(key.metadata, { size: 2049, limit: 2048 });
    const value = await rejects(actor.putLong(1, 131_073), "kv", "value_too_large");
    assert.deepEqual(value.metadata, { size: 131_073, limit: 131_072 });
    await assert.rejects(actor.putAndFail("undone", "x"));
    assert.equal(await actor.getText("undone"), null);
});
