// The platform is killed while calls are scheduled: those that became due meanwhile take place once, when it is back, without anybody asking.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Platform } from "./platform.mjs";
import { newClient, sleep, until } from "./support.mjs";

const CALLS = 20;

// Asks the engine, which wakes nobody for that.
async function isAwake(platform, id) {
    const { actors } = await (await fetch(`${platform.url}/actors?namespace=default&actor_ids=${id}`)).json();
    return actors[0].connectable_ts !== null;
}

test("schedules outlive a kill of the platform", async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const client = newClient(t, { endpoint: platform.url, namespace: "default" });
    const actor = client.scheduled.getOrCreate();
    await until(() => actor.getScheduledCount().then(() => true, () => false), "the type");
    const id = await actor.resolve();
    const ids = [];
    for (let i = 0; i < CALLS; i++) {
        // some before the kill, some after it
        const { taskId } = await actor.scheduleTaskAfterWithId(i, 500 + 100 * i);
        ids.push(taskId);
    }
    await until(async () => (await actor.getTaskHistory()).length > 0, "the first call");
    await platform.kill();
    await sleep(2_500);
    await platform.start();
    await until(() => isAwake(platform, id), "the actor to be woken", 60_000);
    await sleep(2_000);
    const asked = Date.now();
    const history = await until(async () => {
        const all = await actor.getTaskHistory().catch(() => []);
        return all.length >= CALLS && all;
    }, "the calls", 30_000);
    assert.deepEqual([...history].sort((a, b) => a - b), ids, "each once");
    assert.ok(Number(await actor.getLastRun()) <= asked, "nobody had to ask");
});
