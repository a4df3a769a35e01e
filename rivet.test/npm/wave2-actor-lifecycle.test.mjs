// Wave 2, actor-lifecycle, and of wave 3 what is about the run handler (5 and 6 are in wave3-actor-queue). Further what is ours: destruction during sleep.
import assert from "node:assert/strict";
import { each, endpoint, rejects, sleep, until } from "./support.mjs";

const T = 1_000;

// What an observer was told of an actor.
async function told(client, observer, actorKey) {
    const events = await client.lifecycleObserver.getOrCreate([observer]).getEvents();
    return events.filter((e) => e.actorKey === actorKey).map((e) => e.event);
}

const isGone = (client, type, id) => until(async () => {
    await rejects(client[type].getForId(id).getState(), "actor", "not_found");
    return true;
}, "the end of the actor");

each("actor-lifecycle 1, 3: destruction right after creation waits for the start", async ({ client }) => {
    const actor = client.startStopRaceActor.getOrCreate(["race"]);
    const ping = actor.ping();
    const destroy = ping.then(() => actor.destroy());
    assert.equal(await ping, "pong");
    await destroy;
    await until(async () => (await told(client, "observer", "race")).length === 2, "both events");
    assert.deepEqual(await told(client, "observer", "race"), ["started", "destroy"]);
});

each("actor-lifecycle 2: five actors, created and destroyed at once, are gone", async ({ client }) => {
    const actors = Array.from({ length: 5 }, (_, i) => client.startStopRaceActor.getOrCreate([`many-${i}`]));
    const ids = await Promise.all(actors.map((actor) => actor.resolve()));
    await Promise.all(actors.map((actor) => actor.destroy()));
    await Promise.all(ids.map((id) => isGone(client, "startStopRaceActor", id)));
});

each("actor-lifecycle 4, 5: quick rounds leave nothing, and the key is free again", async ({ client }) => {
    for (let i = 0; i < 5; i++) {
        const actor = client.startStopRaceActor.getOrCreate(["again"]);
        const id = await actor.resolve();
        assert.equal((await actor.getState()).initialized, true);
        await actor.destroy();
        await isGone(client, "startStopRaceActor", id);
    }
    // an actor is not found any more from when its destruction is certain, which is before its hook
    await until(async () => (await told(client, "observer", "again")).filter((e) => e === "destroy").length === 5, "the last destroy hook");
});

each("actor-lifecycle 6: a run handler asks for sleep; the sleep hook came before the wake", async ({ client }) => {
    const actor = client.runSelfInitiatedSleep.getOrCreate();
    const state = await until(async () => {
        const now = await actor.getState();
        return now.wakeCount >= 2 && now;
    }, "the second start");
    assert.equal(state.sleepCount, 1);
    assert.equal(state.marker, "slept");
});

each("actor-lifecycle 7: a run handler that ended earlier does not keep the sleep hook from running", async ({ client }) => {
    const actor = client.runWithEarlyExit.getOrCreate();
    const id = await actor.resolve();
    await actor.getState();
    await until(async () => (await told(client, "run-with-early-exit", id)).length === 1, "the sleep");
    assert.deepEqual(await told(client, "run-with-early-exit", id), ["sleep"]);
    const state = await actor.getState();
    assert.equal(state.sleepCount, 1);
    assert.equal(state.runExited, true);
});

each("actor-lifecycle 8: a run handler that asks for destruction", async ({ client }) => {
    const actor = client.runSelfInitiatedDestroy.getOrCreate();
    const id = await actor.resolve();
    await until(async () => (await told(client, "self-initiated-destroy", id)).length === 1, "the destroy hook");
    await isGone(client, "runSelfInitiatedDestroy", id);
});

each("actor-lifecycle 9: a run handler that ended earlier does not keep the destroy hook from running", async ({ client }) => {
    const actor = client.runWithEarlyExit.getOrCreate();
    const id = await actor.resolve();
    await until(async () => (await actor.getState()).runExited, "the end of the run handler");
    await actor.destroy();
    await until(async () => (await told(client, "run-with-early-exit", id)).includes("destroy"), "the destroy hook");
    assert.equal((await told(client, "run-with-early-exit", id)).filter((e) => e === "destroy").length, 1);
});

each("actor-lifecycle 10: a run handler that never ends does not hold destruction up", async ({ client }) => {
    const actor = client.runIgnoresAbortStopTimeout.getOrCreate();
    const id = await actor.resolve();
    await actor.getState();
    await actor.destroy();
    await isGone(client, "runIgnoresAbortStopTimeout", id);
});

each("actor-lifecycle 11: the destroy hook runs even if destruction came during the start", async ({ client, namespace }) => {
    const actor = client.startStopRaceActor.getOrCreate(["early"]);
    const id = await actor.resolve();
    const response = await fetch(`${endpoint}/actors/${id}?namespace=${namespace}`, { method: "DELETE" });
    assert.equal(response.status, 200);
    await until(async () => (await told(client, "observer", "early")).includes("destroy"), "the destroy hook");
    assert.deepEqual(await told(client, "observer", "early"), ["started", "destroy"]);
});

each("actor-run 1, 2, 3: a run handler starts with the actor, goes on, and keeps it awake", async ({ client }) => {
    const actor = client.runWithTicks.getOrCreate();
    const first = await until(async () => {
        const now = await actor.getState();
        return now.tickCount > 0 && now;
    }, "the first tick");
    assert.equal(first.runStarted, true);
    await sleep(T + 400);
    const later = await actor.getState();
    assert.ok(later.tickCount > first.tickCount);
    assert.equal(later.runExited, false);
});

each("actor-run 4: without a run handler the actor sleeps", async ({ client }) => {
    const actor = client.runWithoutHandler.getOrCreate();
    assert.equal((await actor.getState()).wakeCount, 1);
    await sleep(T + 400);
    assert.equal((await actor.getState()).wakeCount, 2);
});

each("actor-run 7, 8: one that ends, or fails, leaves the actor to sleep", async ({ client }) => {
    const [exits, fails] = [client.runWithEarlyExit.getOrCreate(), client.runWithError.getOrCreate()];
    await Promise.all([exits.getState(), fails.getState()]);
    await sleep(T + 800);
    for (const actor of [exits, fails]) {
        const state = await actor.getState();
        assert.equal(state.wakeCount, 2);
        assert.equal(state.sleepCount, 1);
        assert.equal(state.destroyCalled, false);
    }
});

each("actor-state-zod-coercion 1, 2, 3: defaults, values over a sleep, and new values after it", async ({ client }) => {
    const actor = client.stateZodCoercionActor.getOrCreate();
    assert.deepEqual(await actor.getState(), { count: 0, label: "default" });
    await actor.setCount(3);
    await actor.setLabel("three");
    await actor.triggerSleep();
    await sleep(250);
    assert.deepEqual(await actor.getState(), { count: 3, label: "three" });
    await actor.setCount(4);
    assert.deepEqual(await actor.getState(), { count: 4, label: "three" });
});
