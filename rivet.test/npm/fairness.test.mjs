// Actors that compute without end take their cores, not the platform: another one still answers.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { createClient } from "rivetkit/client";
import { Platform } from "./platform.mjs";
import { sleep } from "./support.mjs";

const SPINNING = 8;
const CALLS = 60;
const BOUND = 100;
const CARRIERS = Math.max(16, 4 * availableParallelism());

test(`fairness: ${SPINNING} actors spin without end, a ninth answers in less than ${BOUND} ms`, { timeout: 120_000 }, async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const client = createClient({ endpoint: platform.url, namespace: "fairness", disableMetadataLookup: true });
    t.after(() => client.dispose());
    const ninth = client.counter.getOrCreate(["ninth"]);
    for (let i = 0; i < 300; i++) {
        await ninth.increment(1); // warm, and not only to the interpreter
    }
    for (let i = 0; i < SPINNING; i++) {
        client.spinner.getOrCreate([`${i}`]).spin().catch(() => {});
    }
    await sleep(1_000);
    const times = [];
    for (let i = 0; i < CALLS; i++) {
        const start = performance.now();
        await ninth.increment(1);
        times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const [median, p90] = [times[CALLS / 2], times[CALLS * 0.9]];
    t.diagnostic(`a call beside ${SPINNING} busy actors: median ${median.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, most ${times.at(-1).toFixed(1)} ms`);
    assert.ok(median < BOUND, `median ${median} ms`);
    // somebody new is served as well: an actor that has to be created, over a connection that has to be made
    const connection = client.counter.getOrCreate(["tenth"]).connect();
    assert.equal(await connection.increment(1), 1);
    await connection.dispose();
});

test(`fairness: with more actors that spin than there are threads for them, the port and the other actors still answer`, { timeout: 120_000 }, async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const client = createClient({ endpoint: platform.url, namespace: "fairness", disableMetadataLookup: true });
    t.after(() => client.dispose());
    await client.counter.getOrCreate(["beside"]).increment(1);
    for (let i = 0; i < CARRIERS + 4; i++) {
        client.spinner.getOrCreate([`${i}`]).spin().catch(() => {});
    }
    await sleep(3_000);
    assert.equal((await fetch(`${platform.url}/health`)).status, 200);
    assert.equal(await client.counter.getOrCreate(["beside"]).increment(1), 2);
});
