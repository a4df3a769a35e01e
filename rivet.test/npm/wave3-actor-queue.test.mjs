// Wave 3, actor-queue; of access-control what is about queues (2 to 4), of actor-run 5 and 6, of actor-destroy 8, of actor-sleep-db 12.
import assert from "node:assert/strict";
import { each, rejects, sleep, until } from "./support.mjs";

const one = (actor, name) => actor.receiveOne(name, { timeout: 10_000 });

each("actor-queue 1: what a client sends is received with name and body", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    await actor.send("greeting", { hello: "world" });
    assert.deepEqual(await one(actor, "greeting"), { name: "greeting", body: { hello: "world" } });
});

each("actor-queue 2: an actor sends to itself", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    assert.equal(await actor.sendToSelf("self", { value: 42 }), true);
    assert.deepEqual(await one(actor, "self"), { name: "self", body: { value: 42 } });
});

each("actor-queue 3, 4, 5: several names, in order, up to a number; without names all", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    for (const [name, body] of [["a", 1], ["b", 2], ["c", 3], ["a", 4]]) {
        await actor.send(name, body);
    }
    assert.deepEqual(await actor.receiveMany(["a", "b"], { count: 2 }), [{ name: "a", body: 1 }, { name: "b", body: 2 }]);
    await actor.send("one", "first");
    await actor.send("two", "second");
    assert.deepEqual(await actor.receiveRequest({ names: ["one", "two"], count: 2 }), [{ name: "one", body: "first" }, { name: "two", body: "second" }]);
    assert.deepEqual(await actor.receiveRequest({ count: 5 }), [{ name: "c", body: 3 }, { name: "a", body: 4 }]);
});

each("actor-queue 6, 7: no message in time, and none without waiting", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    assert.deepEqual(await actor.receiveMany(["missing"], { timeout: 50 }), []);
    assert.deepEqual(await actor.tryReceiveMany({ names: ["nowait"], count: 1 }), []);
});

each("actor-queue 8: destruction ends the waiting", async ({ client }) => {
    await rejects(client.queueActor.getOrCreate().waitForAbort(), "actor", "aborted");
});

each("actor-queue 9, 10, 11: so does a signal, and the actor's own stop beside one; an iteration just ends", async ({ client }) => {
    const actor = client.queueActor.getOrCreate(["signal"]);
    assert.deepEqual(await actor.waitForSignalAbort(), { group: "actor", code: "aborted" });
    assert.deepEqual(await actor.iterWithSignalAbort(), { ok: true });
    assert.deepEqual(await client.queueActor.getOrCreate(["stop"]).waitForActorAbortWithSignal(), { group: "actor", code: "aborted" });
});

each("actor-queue 12, 13: a full queue, and a message that is too large", async ({ client }) => {
    const actor = client.queueLimitedActor.getOrCreate();
    await actor.send("message", 1);
    const full = await rejects(actor.send("message", 2), "queue", "full");
    assert.match(full.message, /Queue is full\. Limit is/);
    await rejects(actor.send("oversize", "x".repeat(200)), "queue", "message_too_large");
});

each("actor-queue 14, 15, 23: who waits is answered, or told that nobody did", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    const sent = actor.send("tasks", { value: 123 }, { wait: true, timeout: 10_000 });
    assert.deepEqual(await actor.receiveAndComplete("tasks"), { name: "tasks", body: { value: 123 } });
    assert.deepEqual(await sent, { status: "completed", response: { echo: { value: 123 } } });
    assert.deepEqual(await actor.send("timeout", 1, { wait: true, timeout: 50 }), { status: "timedOut" });
    assert.deepEqual(await actor.send("nowait", 1, { wait: true, timeout: 50 }), { status: "timedOut" });
    assert.deepEqual(await one(actor, "timeout"), { name: "timeout", body: 1 });
});

async function drains(client, key) {
    const child = client.manyQueueChildActor.getOrCreate([key]);
    assert.deepEqual(await child.ping(), { label: key, pong: true });
    const names = Array.from({ length: 32 }, (_, i) => `cmd.${i}`);
    await Promise.all(names.flatMap((name, i) => Array.from({ length: 4 }, () => child.send(name, { index: i }))));
    const { processed, started } = await until(async () => {
        const snapshot = await child.getSnapshot();
        return snapshot.processed.length === 128 && snapshot;
    }, "all messages", 30_000);
    assert.equal(started, true);
    assert.deepEqual([...new Set(processed)].sort(), [...names].sort());
    assert.deepEqual(await child.send("cmd.7", { index: 7 }, { wait: true, timeout: 10_000 }), { status: "completed", response: { ok: true, index: 7 } });
}

each("actor-queue 16: an actor that an action made deals with 32 queues", async ({ client }) => {
    const parent = client.manyQueueActionParentActor.getOrCreate();
    assert.deepEqual(await parent.spawnChild("of-action"), { key: "of-action" });
    assert.deepEqual(await parent.getSpawned(), ["of-action"]);
    await drains(client, "of-action");
});

each("actor-queue 17: so does one that a run handler made", async ({ client }) => {
    const parent = client.manyQueueRunParentActor.getOrCreate();
    assert.deepEqual(await parent.queueSpawn("of-run"), { queued: true });
    assert.deepEqual(await parent.getSpawned(), ["of-run"]);
    await drains(client, "of-run");
});

each("actor-queue 18, 20, 21: a message that was not completed comes again", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    await actor.send("tasks", "again");
    assert.deepEqual(await actor.receiveWithoutComplete("tasks"), { name: "tasks", body: "again" });
    assert.deepEqual(await actor.receiveWithoutCompleteMethod("tasks"), { hasComplete: true });
    assert.deepEqual(await actor.receiveAndComplete("tasks"), { name: "tasks", body: "again" });
    assert.deepEqual(await actor.tryReceiveMany({}), []);
});

each("actor-queue 19: no other message before the one is completed", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    await actor.send("tasks", 1);
    await actor.send("tasks", 2);
    assert.deepEqual(await actor.receiveManualThenNextWithoutComplete("tasks"), { group: "queue", code: "previous_message_not_completed" });
});

each("actor-queue 22: a message is completed once", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    await actor.send("twice", 1);
    assert.deepEqual(await actor.receiveAndCompleteTwice("twice"), { group: "queue", code: "already_completed" });
});

each("actor-queue 24, 25: by iteration", async ({ client }) => {
    const actor = client.queueActor.getOrCreate();
    await actor.send("one", "named");
    await actor.send("two", "any");
    assert.deepEqual(await actor.receiveWithIterator("one"), { name: "one", body: "named" });
    assert.deepEqual(await actor.receiveWithAsyncIterator(), { name: "two", body: "any" });
});

each("actor-run 5: a run handler takes messages in order", async ({ client }) => {
    const actor = client.runWithQueueConsumer.getOrCreate();
    for (const i of [1, 2, 3]) {
        assert.equal(await actor.sendMessage({ i }), true);
    }
    const state = await until(async () => {
        const now = await actor.getState();
        return now.messagesReceived.length === 3 && now;
    }, "three messages");
    assert.deepEqual(state.messagesReceived, [1, 2, 3].map((i) => ({ name: "messages", body: { i } })));
});

each("actor-run 6: one that waits for messages lets its actor sleep, and a message wakes it", async ({ client }) => {
    const actor = client.runWithQueueConsumer.getOrCreate();
    assert.equal((await actor.getState()).wakeCount, 1);
    await until(async () => {
        await sleep(1_500); // longer than its sleep timeout
        return (await actor.getState()).wakeCount >= 2;
    }, "the next start", 30_000);
    const before = (await actor.getState()).wakeCount;
    await sleep(1_500);
    await actor.send("messages", "wake up");
    const state = await until(async () => {
        const now = await actor.getState();
        return now.messagesReceived.length === 1 && now;
    }, "the message");
    assert.deepEqual(state.messagesReceived, [{ name: "messages", body: "wake up" }]);
    assert.ok(state.wakeCount >= before);
});

each("access-control 2, 3: the actor decides who may send, and sees on whose behalf; what is sent elsewhere is dropped", async ({ client }) => {
    const actor = client.accessControlActor.getOrCreate();
    assert.equal(await actor.allowedAction("x"), "allowed:x");
    await actor.send("allowedQueue", { value: 1 });
    const asked = await actor.allowedGetLastCanPublishConnId();
    assert.match(asked, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await actor.allowedReceiveQueue(), { value: 1 });
    await rejects(actor.send("blockedQueue", { value: 2 }), "auth", "forbidden");
    assert.notEqual(await actor.allowedGetLastCanPublishConnId(), asked);
    assert.equal(await actor.send("undeclared", { value: 3 }), undefined);
    assert.deepEqual(await actor.send("undeclared", { value: 3 }, { wait: true, timeout: 1_000 }), { status: "completed" });
    assert.equal(await actor.allowedReceiveAnyQueue(), null);
});

each("access-control 4: without queues all is dropped", async ({ client }) => {
    const actor = client.accessControlNoQueuesActor.getOrCreate();
    await actor.send("any", 1);
    assert.deepEqual(await actor.send("any", 1, { wait: true, timeout: 1_000 }), { status: "completed" });
    assert.equal(await actor.readAnyQueue(), null);
});

each("actor-destroy 8: an old handle's message reaches the new actor", async ({ client }) => {
    const actor = client.destroyActor.getOrCreate(["queue"]);
    const id = await actor.resolve();
    await actor.destroy();
    await until(async () => {
        await rejects(client.destroyActor.getForId(id).getValue(), "actor", "not_found");
        return true;
    }, "the end of the actor");
    await actor.send("values", "for the new one");
    assert.equal(await actor.receiveValue(), "for the new one");
});

each("actor-sleep-db 12: the sleep hook sends a message", async ({ client }) => {
    const actor = client.sleepEnqueue.getOrCreate();
    await actor.triggerSleep();
    const counts = await until(async () => {
        const now = await actor.getCounts();
        return now.startCount >= 2 && now;
    }, "the next start");
    assert.deepEqual(counts, { startCount: 2, sleepCount: 1, enqueueSuccess: true, enqueueError: null });
    assert.equal(await actor.receive(), "enqueued-during-sleep");
});
