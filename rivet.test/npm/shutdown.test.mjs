// The platform is told to end (SIGTERM) in the middle of traffic: its actors are stopped and saved, and the process ends soon, by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Platform } from "./platform.mjs";
import { connect, dispose, newClient, sleep } from "./support.mjs";

const ACTORS = 5;
// SIGTERM, as the JVM reports it that ended by itself
const TERMINATED = { code: 143, signal: null };

// Counts until a call fails: how often it was sent, and how often acknowledged.
async function count(actor, tally) {
    for (;;) {
        tally.sent++;
        await actor.increment(1);
        tally.acknowledged++;
    }
}

test("shutdown: SIGTERM under load loses nothing", { timeout: 120_000 }, async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const client = newClient(t, { endpoint: platform.url, namespace: "shutdown" });
    const handles = Array.from({ length: ACTORS }, (_, i) => client.counter.getOrCreate([`c${i}`]));
    const tallies = handles.map(() => ({ sent: 0, acknowledged: 0 }));
    const ends = [];
    for (const [i, handle] of handles.entries()) {
        const connection = connect(t, handle);
        await connection.ready;
        ends.push(count(handle, tallies[i]).catch((e) => e), count(connection, tallies[i]).catch((e) => e));
    }
    await sleep(500);
    const begun = Date.now();
    const how = await platform.stop();
    const took = Date.now() - begun;
    assert.deepEqual(how, TERMINATED);
    assert.ok(took < 15_000, `the end took ${took} ms`);
    // a connection waits for the platform to return; the call that it had under way may have been done
    await Promise.race([Promise.all(ends), sleep(2_000)]);
    const before = structuredClone(tallies);
    await dispose(client);

    await platform.start();
    const again = newClient(t, { endpoint: platform.url, namespace: "shutdown" });
    for (const [i, { acknowledged, sent }] of before.entries()) {
        const kept = Number(await again.counter.getOrCreate([`c${i}`]).getCount());
        assert.ok(acknowledged > 0, `nothing was counted by actor ${i}`);
        assert.ok(kept >= acknowledged && kept <= sent, `actor ${i} has ${kept}, acknowledged were ${acknowledged} of ${sent}`);
    }
    assert.deepEqual(await platform.stop(), TERMINATED);
});

test("shutdown: an action that heeds nothing holds it up for a bounded time", { timeout: 120_000 }, async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const client = newClient(t, { endpoint: platform.url, namespace: "shutdown" });
    const counter = client.counter.getOrCreate(["kept"]);
    await counter.increment(7);
    const exits = client.exits.getOrCreate(["spins"]);
    await exits.runs("x");
    exits.spin("x", 100_000).catch(() => {});
    await sleep(300);
    const begun = Date.now();
    assert.deepEqual(await platform.stop(), TERMINATED);
    const took = Date.now() - begun;
    // what it may take: the grace of its type, then ten seconds of deafness, then the rest
    assert.ok(took < 25_000, `the end took ${took} ms`);
    await platform.start();
    const again = newClient(t, { endpoint: platform.url, namespace: "shutdown" });
    assert.equal(Number(await again.counter.getOrCreate(["kept"]).getCount()), 7);
});
