// Ways in which an action can end that need a platform of one's own: its disk fails, its gateway gives up, it is stopped.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { Platform } from "./platform.mjs";
import { notResent } from "./resend.mjs";
import { connect, failure, newClient, rejects, until, within } from "./support.mjs";

const platform = await Platform.driver(after);

before(async () => {
    // patient actors behind an impatient gateway
    await platform.configure({ "rivet.test.driver.Exits": { "rivet.actionTimeout": 10_000 }, "rivet.engine.PublicEndpoint": { responseStart: 1_500 } });
    await platform.start();
});

const exitsOf = (t) => newClient(t, { endpoint: platform.url }).exits.getOrCreate(["exits"]);

// A limit on the size of files lets every write of the platform fail, as a broken disk does.
function canBreakDisks() {
    try {
        execFileSync("prlimit", ["--version"]);
        return true;
    } catch {
        return false;
    }
}

const broken = { timeout: 120_000, skip: !canBreakDisks() && "needs prlimit" };
const breakDisk = () => execFileSync("prlimit", ["--pid", `${platform.pid}`, "--fsize=1:unlimited"]);
const mendDisk = () => execFileSync("prlimit", ["--pid", `${platform.pid}`, "--fsize=unlimited:unlimited"]);

async function onBrokenDisk(during) {
    breakDisk();
    try {
        await during();
    } finally {
        mendDisk();
    }
}

// The platform itself could not note a thing either: it must come back without a restart.
const comesBack = (handle) => until(() => handle.result(randomUUID()).then(() => true), "the actor to work again", 40_000);

for (const way of ["HTTP", "a connection"]) {
    test(`exits: the disk fails, over ${way}`, broken, async (t) => {
        const handle = exitsOf(t);
        const actor = way === "HTTP" ? handle : connect(t, handle);
        const call = randomUUID();
        assert.equal(await actor.result("before"), "done");
        await onBrokenDisk(async () => {
            const error = notResent(await rejects(actor.result(call), "actor", "storage_failed"));
            assert.notEqual(error.metadata.committed, "yes");
        });
        await comesBack(actor);
        // what came as a message of a connection is tried once more by the next instance, before the caller is told
        assert.deepEqual(await handle.runs(call), { kept: 0, seen: way === "HTTP" ? 1 : 2 });
    });
}

test("exits: the disk fails after the first half of an action", broken, async (t) => {
    const handle = exitsOf(t);
    const call = randomUUID();
    const running = failure(handle.twoHalves(call, 500));
    await until(async () => (await handle.runs(call)).kept === 1, "the first half");
    await onBrokenDisk(async () => {
        const error = notResent(await running);
        assert.equal(`${error.group}.${error.code}`, "actor.storage_failed");
        assert.notEqual(error.metadata.committed, "no", "half of it was kept");
    });
    await comesBack(handle);
    assert.deepEqual(await handle.runs(call), { kept: 1, seen: 2 });
});

test("exits: the gateway gives up", async (t) => {
    const handle = exitsOf(t);
    const call = randomUUID();
    notResent(await rejects(handle.hang(call, 4_000), "guard", "request_timeout"));
    assert.deepEqual(await handle.runs(call), { kept: 1, seen: 1 });
});

test("exits: the platform is stopped", { timeout: 120_000 }, async (t) => {
    const handle = exitsOf(t);
    const connection = connect(t, handle);
    await connection.ready;
    const [inTime, tooLong, overConnection] = [randomUUID(), randomUUID(), randomUUID()];
    const calls = [handle.hang(inTime, 100), handle.hang(tooLong, 5_000), connection.hang(overConnection, 5_000)].map((call) => call.catch((e) => e));
    await until(async () => (await handle.runs(overConnection)).seen === 1 && (await handle.runs(tooLong)).seen === 1, "the calls to begin");
    await platform.stop();
    const [soon, ...others] = await Promise.all(calls.map((call) => within(5_000, call)));
    assert.equal(soon, "waited");
    others.forEach((end) => notResent(end ?? {}));
    await platform.start();
    for (const call of [inTime, tooLong, overConnection]) {
        assert.deepEqual(await handle.runs(call), { kept: 1, seen: 0 }, "once before, never again");
    }
});
