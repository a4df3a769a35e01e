// Two platforms on one data folder: the second refuses to start, says why, and the first goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Platform } from "./platform.mjs";
import { newClient } from "./support.mjs";

test("second process: a data folder is for one platform", { timeout: 180_000 }, async (t) => {
    const first = await (await Platform.demo((end) => t.after(end))).start();
    const second = new Platform((end) => t.after(end), first.home, [], "chatRoom");
    assert.equal(await second.startInVain(), 1);
    assert.match(second.output, /The data folder .* is in use by process \d+: give each process a folder of its own/);
    const client = newClient(t, { endpoint: first.url, namespace: "default" });
    assert.equal(Number(await client.counter.getOrCreate(["still"]).increment(1)), 1);
    await first.kill();
    await second.start();
    const again = newClient(t, { endpoint: second.url, namespace: "default" });
    assert.equal(Number(await again.counter.getOrCreate(["still"]).get()), 1, "kept, and found by the next process");
});
