// Waves 2 and 3, what needs a platform of its own: actor-save-state and actor-db 20, which kill it; actor-sleep 9 and actor-db 15 and 16, which read its log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Platform } from "./platform.mjs";
import { encodings, freshNamespace, newClient, sleep, until } from "./support.mjs";

const count = (text, part) => text.split(part).length - 1;

test("actor-save-state 1, 2, actor-db 15, 16, 20, actor-sleep 9: what was saved survives a kill, and what the log says", async (t) => {
    const platform = await (await Platform.driver((end) => t.after(end))).start();
    const clients = encodings.map((encoding) => newClient(t, { endpoint: platform.url, encoding, namespace: freshNamespace() }));
    const unanswered = (call) => call.catch(() => {}); // the platform dies first
    const phases = [];
    for (const client of clients) {
        await until(() => client.dbActorRaw.getOrCreate(["kept"]).insertValue("kept"), "the type");
        assert.equal(await client.counterWaitUntilProbe.getOrCreate().triggerWaitUntilRejectVoid(), 1);
        assert.equal(await client.dbActorRaw.getOrCreate(["manual"]).manualTransactionCompatibility(), 1);
        await client.dbActorManualWarningsDisabled.getOrCreate().manualTransactionCompatibility("marker-of-the-test");
        unanswered(client.saveStateActor.getOrCreate(["immediate"]).saveImmediateAndBlock(1));
        unanswered(client.saveStateActor.getOrCreate(["deferred"]).saveDeferredAndBlock(2, 300));
        for (const phase of ["immediate", "deferred"]) {
            const observer = client.saveStateObserver.getOrCreate([phase]);
            phases.push(until(async () => await observer.getPhase(phase) === phase, phase));
        }
    }
    await Promise.all(phases);
    await sleep(600);
    await until(() => count(platform.output, "marker-of-the-test") === clients.length, "the marker in the log");
    assert.equal(count(platform.output, "Manual cross-call SQLite transactions can interleave"), clients.length, "once for each database that wants it");
    assert.ok(platform.output.includes("Set warnOnManualTransactions: false"));
    assert.match(platform.output, /actor wait_until promise rejected/);
    assert.match(platform.output, /reject-with-error-ok/);
    await platform.kill();
    await platform.start();
    for (const client of clients) {
        assert.equal(await until(() => client.saveStateActor.get(["immediate"]).getValue(), "the type"), 1);
        assert.equal(await client.saveStateActor.get(["deferred"]).getValue(), 2);
        assert.deepEqual((await client.dbActorRaw.get(["kept"]).getValues()).map((row) => row.value), ["kept"]);
    }
});
