// Ways in which an action can end that need a platform of one's own: it is stopped, its disk fails.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createClient } from "rivetkit/client";
import { folder, Platform } from "./platform.mjs";
import { notResent } from "./resend.mjs";
import { failure, sleep, until } from "./support.mjs";

function exitsOf(t, platform) {
    const client = createClient({ endpoint: platform.url, namespace: "exits", disableMetadataLookup: true });
    t.after(() => Promise.race([client.dispose(), sleep(500)]));
    return client.exits.getOrCreate(["exits"]);
}

// A limit on the size of files lets every write of the platform fail, as a full disk does.
function canStarve() {
    try {
        execFileSync("prlimit", ["--version"]);
        return true;
    } catch {
        return false;
    }
}

const fileSize = (platform, limit) => execFileSync("prlimit", ["--pid", `${platform.pid}`, `--fsize=${limit}:unlimited`]);

test("exits: the disk fails, over HTTP and over a connection", { timeout: 120_000, skip: !canStarve() && "needs prlimit" }, async (t) => {
    const platform = await Platform.driver(t, await folder(t)).start();
    const handle = exitsOf(t, platform);
    const connection = handle.connect();
    t.after(() => Promise.race([connection.dispose(), sleep(500)]));
    await connection.ready;
    for (const [way, actor] of [["http", handle], ["connection", connection]]) {
        const call = randomUUID();
        await actor.result("before");
        fileSize(platform, 1);
        try {
            const error = notResent(await failure(actor.result(call)));
            assert.equal(`${error.group}.${error.code}`, "actor.storage_failed", way);
            assert.equal(error.metadata.committed, "no", way);
            // a full disk still serves reads, of what is durable
            await until(async () => (await handle.runs("before")).kept >= 1, "reads");
            assert.deepEqual(await handle.runs(call), { kept: 0, seen: 1 }, way);
        } finally {
            fileSize(platform, "unlimited");
        }
        await until(() => actor.result("after").then(() => true), "writes again");
        assert.deepEqual(await handle.runs(call), { kept: 0, seen: 1 }, way);
    }
});

test("exits: the disk fails after the first half of an action", { timeout: 120_000, skip: !canStarve() && "needs prlimit" }, async (t) => {
    const platform = await Platform.driver(t, await folder(t)).start();
    const handle = exitsOf(t, platform);
    const call = randomUUID();
    const running = failure(handle.twoHalves(call, 300));
    await until(async () => (await handle.runs(call)).kept === 1, "the first half");
    fileSize(platform, 1);
    try {
        const error = notResent(await running);
        assert.equal(`${error.group}.${error.code}`, "actor.storage_failed");
        assert.equal(error.metadata.committed, "yes", "half of it was kept");
    } finally {
        fileSize(platform, "unlimited");
    }
    await until(async () => (await handle.runs(call)).kept === 1, "what was kept");
    assert.equal((await handle.runs(call)).seen, 2);
});

test("exits: the platform is stopped", { timeout: 120_000 }, async (t) => {
    const home = await folder(t);
    const platform = await Platform.driver(t, home).start();
    const handle = exitsOf(t, platform);
    const connection = handle.connect();
    t.after(() => Promise.race([connection.dispose(), sleep(500)]));
    await connection.ready;
    const [inTime, tooLong, overConnection] = [randomUUID(), randomUUID(), randomUUID()];
    const calls = [handle.hang(inTime, 100).catch((e) => e), failure(handle.hang(tooLong, 450)), failure(connection.hang(overConnection, 450))];
    await until(async () => (await handle.runs(overConnection)).seen === 1 && (await handle.runs(tooLong)).seen === 1, "the calls to begin");
    await platform.stop();
    const [result, ...errors] = await Promise.all(calls.map((call) => Promise.race([call, sleep(5_000)])));
    assert.equal(result, "waited");
    errors.forEach((error) => error && notResent(error));
    await platform.start();
    for (const call of [inTime, tooLong, overConnection]) {
        assert.deepEqual(await exitsOf(t, platform).runs(call), { kept: 1, seen: 0 }, "once before, never again");
    }
});
