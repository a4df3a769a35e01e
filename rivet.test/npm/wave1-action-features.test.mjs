// Wave 1, action-features: timeouts, kinds of actions, groups, actions side by side, sizes.
import assert from "node:assert/strict";
import { each, failure, rejects, sleep } from "./support.mjs";

const ITEM = "item with some text so that eight hundred of them make about 48 KB";

const items = (count) => Array.from({ length: count }, (_, i) => `${ITEM} ${String(i).padStart(4, "0")}`.slice(0, 60));

each("action-features 1: an action beyond its 50 ms is rejected, a quick one answers", async ({ client }) => {
    const actor = client.shortTimeoutActor.getOrCreate();
    assert.equal(await actor.quickAction(), "quick response");
    const error = await rejects(actor.slowAction(), "actor", "action_timed_out");
    assert.equal(error.message, "Action timed out");
});

each("action-features 2: 50 ms pass under the default timeout", async ({ client }) => {
    assert.equal(await client.defaultTimeoutActor.getOrCreate().normalAction(), "normal response");
});

each("action-features 3: an action that does not wait is not touched by a timeout", async ({ client }) => {
    assert.equal(await client.syncTimeoutActor.getOrCreate().syncAction(), "sync response");
});

each("action-features 4: timeouts belong to the actor type", async ({ client }) => {
    const slow = client.shortTimeoutActor.getOrCreate().slowAction();
    const long = client.longTimeoutActor.getOrCreate().delayedAction();
    await rejects(slow, "actor", "action_timed_out");
    assert.equal(await long, "delayed response");
});

each("action-features 5: actions of a group, by dotted name and by property; arguments are checked", async ({ client }) => {
    const actor = client.nestedActionActor.getOrCreate();
    assert.equal(await actor.action({ name: "calculator.add", args: [4] }), 4);
    assert.equal(await actor.calculator.add(5), 9);
    assert.equal(await actor.calculator.read(), 9);
    await rejects(actor.calculator.add("5"), "actor", "validation_error");
    await rejects(actor.calculator.add(), "actor", "validation_error");
    await rejects(actor.calculator.add(1, 2), "actor", "validation_error");
    assert.equal(await actor.calculator.read(), 9);
});

each("action-features 6: actions that do not wait return a number, an object, nothing; state keeps", async ({ client }) => {
    const actor = client.syncActionActor.getOrCreate();
    assert.equal(await actor.increment(5), 5);
    assert.equal(await actor.increment(), 6);
    const info = await actor.getInfo();
    assert.equal(info.currentValue, 6);
    assert.ok(Math.abs(Number(info.timestamp) - Date.now()) < 60_000);
    assert.equal(await actor.reset(), undefined);
    assert.equal((await actor.getInfo()).currentValue, 0);
});

each("action-features 7: actions that wait return values, and fail with the message of the user error", async ({ client }) => {
    const actor = client.asyncActionActor.getOrCreate();
    assert.equal(await actor.delayedIncrement(5), 5);
    assert.equal(await actor.delayedIncrement(), 6);
    const data = await actor.fetchData("test-123");
    assert.equal(data.id, "test-123");
    assert.ok("timestamp" in data);
    assert.equal(await actor.asyncWithError(false), "Success");
    const error = await rejects(actor.asyncWithError(true), "user", "user_error");
    assert.equal(error.message, "Intentional error");
});

each("action-features 8: futures that are done, to come, failed", async ({ client }) => {
    const actor = client.promiseActor.getOrCreate();
    assert.equal(await actor.resolvedPromise(), "resolved value");
    assert.equal(await actor.delayedPromise(), "delayed value");
    assert.equal((await failure(actor.rejectedPromise())).message, "promised rejection");
    assert.deepEqual(await actor.getResults(), ["delayed"]);
});

each("action-features 9: two actions of one actor run side by side", async ({ client }) => {
    const actor = client.concurrentActionActor.getOrCreate();
    const slow = actor.runWithDelay("slow", 600);
    await sleep(50);
    const fast = actor.runWithDelay("fast", 50);
    assert.deepEqual(await Promise.all([slow, fast]), ["slow", "fast"]);
    assert.deepEqual(await actor.getEvents(), ["start:slow", "start:fast", "finish:fast", "finish:slow"]);
});

each("action-features 10: about 48 KB of request are accepted", async ({ client }) => {
    const sent = items(800);
    assert.deepEqual(await client.largePayloadActor.getOrCreate().processLargeRequest({ items: sent }),
        { itemCount: 800, firstItem: sent[0], lastItem: sent[799] });
});

each("action-features 11: about 90 KB of request are rejected", async ({ client }) => {
    const actor = client.largePayloadActor.getOrCreate();
    await rejects(actor.processLargeRequest({ items: items(1_500) }), "message", "incoming_too_long");
    assert.equal(await actor.echo("still there"), "still there");
});

each("action-features 12: about 48 KB of response come whole", async ({ client }) => {
    const response = await client.largePayloadActor.getOrCreate().getLargeResponse(800);
    assert.equal(response.items.length, 800);
    assert.equal(response.items[799], "Item 799 with some additional text to increase size");
});

each("action-features 13: more than 1 MiB of response is rejected", async ({ client }) => {
    const actor = client.largePayloadActor.getOrCreate();
    await rejects(actor.getLargeResponse(20_000), "message", "outgoing_too_long");
    assert.equal(await actor.echo("still there"), "still there");
});
