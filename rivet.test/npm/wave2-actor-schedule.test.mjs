// Wave 2, actor-schedule; and what the platform promises beyond.
import assert from "node:assert/strict";
import { each, sleep, until } from "./support.mjs";

each("actor-schedule 1: at a time, once", async ({ client }) => {
    const actor = client.scheduled.getOrCreate();
    const at = Date.now() + 250;
    assert.equal(Number(await actor.scheduleTaskAt(at)), at);
    await until(async () => await actor.getScheduledCount() === 1, "the call");
    assert.ok(Number(await actor.getLastRun()) >= at, "not early");
    await sleep(500);
    assert.equal(await actor.getScheduledCount(), 1);
});

each("actor-schedule 2: after a while, once", async ({ client, connect }) => {
    const handle = client.scheduled.getOrCreate();
    const connection = connect(handle);
    const told = [];
    connection.on("scheduled", (event) => told.push(event));
    await connection.getScheduledCount();
    const before = Date.now();
    await connection.scheduleTaskAfter(250);
    await until(() => told.length === 1, "the event");
    assert.equal(told[0].count, 1);
    assert.ok(Number(told[0].time) >= before + 250, "not early");
    await sleep(500);
    assert.equal(await connection.getScheduledCount(), 1);
});

each("actor-schedule 3: a scheduled action uses the database", async ({ client }) => {
    const actor = client.scheduledDb.getOrCreate();
    await actor.scheduleDbWrite(250);
    await until(async () => await actor.getLogCount() === 1, "the row");
    assert.equal(await actor.getScheduledCount(), 1);
});

each("actor-schedule 4: in the order of their times, with their arguments", async ({ client }) => {
    const actor = client.scheduled.getOrCreate();
    const tasks = [];
    for (const [id, ms] of [["third", 2_400], ["first", 800], ["second", 1_600]]) {
        tasks.push(await actor.scheduleTaskAfterWithId(id, ms));
    }
    await until(async () => (await actor.getTaskHistory()).length === 3, "the calls");
    // a slow machine may have scheduled the last one later than it looks
    tasks.sort((a, b) => Number(a.scheduledFor) - Number(b.scheduledFor));
    assert.deepEqual(await actor.getTaskHistory(), tasks.map((task) => task.taskId));
    assert.equal(await actor.clearHistory(), true);
    assert.equal(await actor.getScheduledCount(), 0);
});

each("a job runs at its interval, and its runs are remembered", async ({ client }) => {
    const actor = client.scheduled.getOrCreate();
    await actor.setEvery("tick", 5_000);
    await until(async () => (await actor.getFired()).length === 1, "the first run", 30_000);
    assert.deepEqual((await actor.getFired())[0], { kind: "EVERY", id: "tick", name: "tick", attempt: 1 });
    assert.deepEqual(await actor.getHistory("tick"), ["OK"]);
    assert.equal(await actor.deleteJob("tick"), true);
    assert.deepEqual(await actor.getHistory("tick"), []);
}, { encodings: ["bare"] });

each("what is not acceptable is told to the client", async ({ client }) => {
    const actor = client.scheduled.getOrCreate();
    const refused = (code) => (error) => error.group === "schedule" && error.code === code;
    await assert.rejects(actor.setEvery("tick", 4_999), (error) => refused("invalid_interval")(error) && error.metadata.minimum_ms === 5_000);
    await assert.rejects(actor.setEvery("", 5_000), refused("invalid_name"));
    await assert.rejects(actor.setCron("tick", "* * * *"), refused("invalid_cron_expression"));
});
