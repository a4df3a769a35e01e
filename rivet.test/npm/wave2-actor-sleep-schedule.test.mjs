// Wave 2, what actor-sleep and actor-sleep-db ask of schedules.
import assert from "node:assert/strict";
import { each, sleep, until } from "./support.mjs";

const T = 1_000;

const events = async (actor) => (await actor.getLogEntries()).map((entry) => entry.event);

each("actor-sleep 12: a scheduled call begins the idle time anew", async ({ client }) => {
    const actor = client.sleep.getOrCreate();
    await actor.setAlarm(T - 250);
    await sleep(T + 250);
    assert.deepEqual(await actor.getCounts(), { startCount: 1, sleepCount: 0 });
});

each("actor-sleep 13: a scheduled call wakes it", async ({ client }) => {
    const actor = client.sleep.getOrCreate();
    await actor.setAlarm(T + 500);
    await sleep(T + 900); // before it sleeps again
    assert.deepEqual(await actor.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep-db 3: a scheduled call that wakes it writes", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.setAlarm(T + 500);
    await sleep(T + 1_000);
    await until(async () => (await events(actor)).includes("alarm"), "the call");
    assert.deepEqual((await events(actor)).slice(0, 4), ["wake", "sleep", "wake", "alarm"]);
});

each("actor-sleep-db 4: a slow scheduled action holds off sleep", async ({ client }) => {
    const actor = client.sleepWithSlowScheduledDb.getOrCreate();
    await actor.scheduleSlowAlarm(250, T + 250);
    await sleep(250 + T + 250 + T + 1_000);
    assert.deepEqual(await events(actor), ["wake", "slow-alarm-start", "slow-alarm-finish", "sleep", "wake"]);
    assert.deepEqual(await actor.getCounts(), { startCount: 2, sleepCount: 1 });
});

each("actor-sleep-db 13: what the sleep hook schedules takes place once, after the next start", async ({ client }) => {
    const actor = client.sleepScheduleAfter.getOrCreate();
    await actor.triggerSleep();
    await sleep(250);
    const counts = await until(async () => {
        const now = await actor.getCounts();
        return now.scheduledActionCount >= 1 && now;
    }, "the call");
    assert.deepEqual(counts, { startCount: 2, sleepCount: 1, scheduledActionCount: 1, holdAfterWake: false });
    await sleep(250);
    assert.deepEqual(await events(actor), ["wake", "sleep", "wake", "scheduled-action"]);
});

each("actor-sleep-db 23: what becomes due while it goes to sleep takes place after the next start", async ({ client }) => {
    const actor = client.sleepWithDb.getOrCreate();
    await actor.setAlarm(20);
    await actor.triggerSleep();
    await until(async () => (await events(actor)).includes("alarm"), "the call");
    await sleep(250);
    assert.equal((await events(actor)).filter((event) => event === "alarm").length, 1);
});
