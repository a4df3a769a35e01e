// Every way in which an action can end: it ran exactly once, and what may have begun is not answered with a code that clients resend (design 1.4).
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { each, endpoint, failure, full, rejects, sleep, until } from "./support.mjs";
import { notResent, RESENT } from "./resend.mjs";

async function api(method, path, namespace) {
    const response = await fetch(`${endpoint}${path}?namespace=${namespace}`, { method, headers: { "content-type": "application/json" }, body: method === "POST" ? "{}" : undefined });
    assert.equal(response.status, 200, await response.text());
}

// The same exit over the ways on which a call can come: a handle by key resends most, one by id less, a connection nothing.
function exits(name, body, options = {}) {
    const ways = {
        "by key": async ({ handle }) => handle,
        "by id": async ({ client, id }) => client.exits.getForId(await id()),
        "connection": async ({ connect, handle }) => {
            const connection = connect(handle);
            await connection.ready;
            return connection;
        },
    };
    for (const [way, open] of Object.entries(ways)) {
        each(`exits: ${name}, ${way}`, async (context) => {
            const handle = context.client.exits.getOrCreate(["exits"]);
            const id = () => handle.resolve();
            const actor = await open({ ...context, handle, id });
            const call = randomUUID();
            const runs = async (kept, seen) => assert.deepEqual(await handle.runs(call), { kept, seen });
            const begun = () => until(async () => (await handle.runs(call)).seen === 1, "the call to begin");
            const gone = () => until(async () => (await handle.runs(call)).kept === 0, "another actor under the key");
            await body({ ...context, way, handle, id, actor, call, runs, begun, gone });
        }, { encodings: ["bare"], ...options });
    }
}

exits("a result", async ({ actor, call, runs }) => {
    assert.equal(await actor.result(call), "done");
    await runs(1, 1);
});

exits("a user error", async ({ actor, call, runs }) => {
    await rejects(actor.userError(call), "user", "planned");
    await runs(1, 1);
});

exits("a masked error", async ({ actor, call, runs }) => {
    const error = await rejects(actor.internalError(call), "rivetkit", "internal_error");
    assert.equal(error.message, "An internal error occurred");
    await runs(1, 1);
});

exits("an unknown action", async ({ actor, call, runs }) => {
    await rejects(actor.noSuchAction(call), "actor", "action_not_found");
    await runs(0, 0);
});

exits("arguments that do not fit", async ({ actor, call, runs }) => {
    await rejects(actor.number(call, "seven"), "actor", "validation_error");
    await runs(0, 0);
});

exits("a time limit while it waits", async ({ actor, call, runs }) => {
    await rejects(actor.hang(call, 5_000), "actor", "action_timed_out");
    await runs(1, 1);
});

exits("a time limit while it computes", async ({ actor, call, runs }) => {
    await rejects(actor.spin(call, 1_400), "actor", "action_timed_out");
    await runs(1, 1);
});

exits("a result over the limit", async ({ actor, call, runs }) => {
    await rejects(actor.blob(call, 1_100_000), "message", "outgoing_too_long");
    await runs(1, 1);
});

exits("arguments over the limit", async ({ actor, runs }) => {
    await rejects(actor.result("x".repeat(70_000)), "message", "incoming_too_long");
    await runs(0, 0);
});

exits("a destroyed actor, asked for by itself", async ({ actor, call, runs, gone }) => {
    notResent(await failure(actor.destroySelf(call, 5_000)));
    await gone();
    await runs(0, 1);
});

exits("a destroyed actor, asked for twice", async ({ actor, call, runs, gone }) => {
    notResent(await failure(actor.destroyTwice(call)));
    await gone();
    await runs(0, 1);
});

exits("a destroyed actor, asked for by the API", async ({ actor, call, id, namespace, runs, begun, gone }) => {
    const old = await id();
    const hanging = failure(actor.hang(call, 5_000));
    await begun();
    await api("DELETE", `/actors/${old}`, namespace);
    notResent(await hanging);
    await gone();
    await runs(0, 1);
});

exits("sleep, in time", async ({ actor, call, id, namespace, runs, begun, way }) => {
    const waiting = actor.hang(call, 100).catch(notResent);
    await begun();
    await api("POST", `/actors/${await id()}/sleep`, namespace);
    const end = await waiting;
    // a connection is closed at once: its call may have ended without an answer
    assert.ok(end === "waited" || way === "connection", `${end}`);
    await runs(1, 1);
});

exits("sleep, beyond the grace period", async ({ actor, call, id, namespace, runs, begun }) => {
    const hanging = failure(actor.hang(call, 900));
    await begun();
    await api("POST", `/actors/${await id()}/sleep`, namespace);
    notResent(await hanging);
    await runs(1, 1);
});

exits("sleep that it asked for itself, beyond the grace period", async ({ actor, call, runs }) => {
    notResent(await failure(actor.sleepSelf(call, 900)));
    await runs(1, 1);
});

each("exits: the connection closed while it runs", async ({ client, connect }) => {
    const call = randomUUID();
    const handle = client.exits.getOrCreate(["exits"]);
    const connection = connect(handle);
    const running = failure(connection.hang(call, 200));
    await until(async () => (await handle.runs(call)).seen === 1, "the call to begin");
    await connection.dispose();
    notResent(await running);
    await sleep(250);
    assert.deepEqual(await handle.runs(call), { kept: 1, seen: 1 });
});

each("exits: the request given up while it runs", async ({ client }) => {
    const call = randomUUID();
    const handle = client.exits.getOrCreate(["exits"]);
    const giveUp = new AbortController();
    const running = failure(handle.action({ name: "hang", args: [call, 200], signal: giveUp.signal }));
    await until(async () => (await handle.runs(call)).seen === 1, "the call to begin");
    giveUp.abort();
    notResent(await running);
    await sleep(250);
    assert.deepEqual(await handle.runs(call), { kept: 1, seen: 1 });
});

exits("any error that actor code may throw", async ({ actor, call, handle }) => {
    for (const [group, code] of RESENT) {
        const one = `${call} ${group}.${code}`;
        notResent(await failure(actor.raise(one, group, code)));
        assert.deepEqual(await handle.runs(one), { kept: 1, seen: 1 }, one);
    }
});

if (full) {
    exits("left behind: it computes on after every limit, and a call behind it begins once, elsewhere", async ({ actor, call, handle, runs }) => {
        const stuck = failure(actor.spin(call, 25_000));
        await until(async () => (await failure(handle.runs(call))).code === "action_timed_out", "the call to begin");
        notResent(await stuck);
        await until(async () => (await handle.result("behind").catch(() => "")) === "done", "the actor to go on", 30_000);
        await runs(0, 1);
    }, { timeout: 60_000 });
}
