// Wave 4, actor-inspector, but for what is about workflows (15, 16, 20, 23). The WebSocket is spoken with the npm package's own codec.
import assert from "node:assert/strict";
import { decode, encode } from "cbor-x";
import { decodeToClient, encodeToServer } from "rivetkit/inspector/client";
import { each, endpoint, freshNamespace, newClient, until, within } from "./support.mjs";
import { test } from "node:test";

const token = { authorization: "Bearer token" };

// The inspector of an actor: ask(method, path, body) gives status and JSON.
async function inspector(handle) {
    const id = await handle.resolve();
    const url = `${endpoint}/gateway/${id}/inspector/`;
    const ask = async (method, path, body, headers = token) => {
        const response = await fetch(url + path, { method, headers: { "content-type": "application/json", ...headers }, body: typeof body === "string" || body === undefined ? body : JSON.stringify(body) });
        assert.equal(response.headers.get("referrer-policy"), "no-referrer");
        return { status: response.status, body: await response.json() };
    };
    const good = async (...args) => {
        const { status, body } = await ask(...args);
        assert.equal(status, 200, JSON.stringify(body));
        return body;
    };
    return { id, url, ask, good };
}

async function refused(answer, status, group, code) {
    const { status: seen, body } = await answer;
    assert.deepEqual([seen, body.group, body.code], [status, group, code]);
    return body;
}

const bytes = (value) => { const data = encode(value); return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength); };
const value = (buffer) => buffer === null ? undefined : decode(new Uint8Array(buffer));

// A WebSocket of an inspector, as version 6.
async function open(t, url, { query = "?protocol_version=6", protocols = ["rivet", "rivet_inspector_token.token"] } = {}) {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}connect${query}`, protocols);
    socket.binaryType = "arraybuffer";
    const messages = [];
    const frames = [];
    const closed = new Promise((resolve) => socket.onclose = ({ code, reason }) => resolve(`${code} ${reason}`));
    socket.onerror = () => {};
    socket.onmessage = ({ data }) => {
        frames.push(data);
        if (query.endsWith("6")) {
            messages.push(decodeToClient(new Uint8Array(data)).body);
        }
    };
    t.after(() => socket.close());
    let ids = 0n;
    const say = (tag, val) => socket.send(encodeToServer({ body: { tag, val } }));
    const next = (tag, accept = () => true) => until(() => {
        const found = messages.find((message) => message.tag === tag && accept(message.val));
        return found && found.val;
    }, tag);
    const ask = (tag, answer, fields = {}) => {
        const id = ++ids;
        say(tag, { id, ...fields });
        return next(answer, (val) => val.rid === id);
    };
    return { socket, messages, frames, closed, say, next, ask };
}

each("actor-inspector 1, 2: the state is seen, and replaced", async ({ client }) => {
    const actor = client.counter.getOrCreate(["state"]);
    await actor.increment(5);
    const { good } = await inspector(actor);
    assert.deepEqual(await good("GET", "state"), { state: { count: 5 }, isStateEnabled: true });
    assert.deepEqual(await good("PATCH", "state", { state: { count: 42 } }), { ok: true });
    assert.deepEqual(await good("GET", "state"), { state: { count: 42 }, isStateEnabled: true });
    assert.equal(await actor.getCount(), 42);
});

each("actor-inspector 3: there is no workflow, and nothing to replay", async ({ t, client }) => {
    const { url } = await inspector(client.counter.getOrCreate(["init"]));
    const socket = await open(t, url);
    const init = await socket.next("Init");
    assert.equal(init.isWorkflowEnabled, false);
    assert.equal(init.isStateEnabled, true);
    assert.deepEqual(value(init.state), { count: 0 });
    assert.ok(init.rpcs.includes("increment"));
    const replayed = await socket.ask("WorkflowReplayRequest", "WorkflowReplayResponse", { entryId: null });
    assert.equal(replayed.isWorkflowEnabled, false);
    assert.equal(replayed.history, null);
});

each("actor-inspector 4: a state that is patched over the WebSocket is pushed, and seen", async ({ t, client }) => {
    const actor = client.counter.getOrCreate(["patch"]);
    const { url } = await inspector(actor);
    const socket = await open(t, url);
    await socket.next("Init");
    socket.say("PatchStateRequest", { state: bytes({ count: 42 }) });
    await socket.next("StateUpdated", ({ state }) => value(state).count === 42);
    assert.deepEqual(value((await socket.ask("StateRequest", "StateResponse")).state), { count: 42 });
    assert.equal(await actor.getCount(), 42);
});

each("actor-inspector 5, 6, 7: connections, actions, and a call", async ({ client, connect }) => {
    const actor = client.counter.getOrCreate(["call"]);
    await connect(actor).increment(1);
    const { good, ask } = await inspector(actor);
    const { connections } = await good("GET", "connections");
    assert.equal(connections.length, 1);
    assert.deepEqual(Object.keys(connections[0].details), ["type", "params", "stateEnabled", "state", "subscriptions", "isHibernatable"]);
    const { rpcs } = await good("GET", "rpcs");
    assert.ok(rpcs.includes("increment") && rpcs.includes("getCount"), rpcs.join());
    assert.deepEqual(await good("POST", "action/increment", { args: [5] }), { output: 6 });
    assert.deepEqual(await good("POST", "action/getCount", {}), { output: 6 });
    await refused(ask("POST", "action/missing", {}), 404, "actor", "action_not_found");
    await refused(ask("POST", "action/increment", { args: [1], properties: {} }), 400, "actor", "invalid_request");
});

each("actor-inspector 8, 9, 10: the queue is seen, filled and emptied", async ({ client }) => {
    const actor = client.queueActor.getOrCreate(["queue"]);
    await actor.send("greeting", { hello: "world" });
    const { good, ask } = await inspector(actor);
    const queue = await good("GET", "queue?limit=10");
    assert.equal(queue.size, 1);
    assert.equal(queue.maxSize, 1000);
    assert.equal(queue.truncated, false);
    assert.deepEqual(queue.messages.map(({ id, name, createdAtMs }) => [typeof id, name, typeof createdAtMs]), [["number", "greeting", "number"]]);
    assert.equal((await good("GET", "summary")).queueSize, 1);
    const sent = await good("POST", "queue", { name: "tasks", body: { n: 1 } });
    assert.equal(typeof sent.id, "string");
    assert.equal(sent.name, "tasks");
    assert.deepEqual(await actor.receiveOne("tasks", { timeout: 10_000 }), { name: "tasks", body: { n: 1 } });
    await good("POST", "queue", { name: "tasks" });
    assert.deepEqual(await good("DELETE", "queue"), {});
    assert.equal((await good("GET", "queue")).size, 0);
    await refused(ask("POST", "queue", { name: "" }), 400, "actor", "invalid_request");
});

each("actor-inspector 11, 24: what is no JSON, and a wrong token", async ({ client }) => {
    const { ask } = await inspector(client.counter.getOrCreate(["bad"]));
    await refused(ask("PATCH", "state", "{nope"), 400, "actor", "invalid_request");
    await refused(ask("POST", "queue", "{nope"), 400, "actor", "invalid_request");
    await refused(ask("GET", "state", undefined, { authorization: "Bearer wrong" }), 401, "inspector", "unauthorized");
    await refused(ask("GET", "state", undefined, {}), 401, "inspector", "unauthorized");
    await refused(ask("GET", "state", undefined, { authorization: "Bearer " }), 401, "inspector", "unauthorized");
    await refused(ask("GET", "missing"), 404, "actor", "not_found");
});

each("actor-inspector 12, 13, 22: traces, no workflow, and all at once", async ({ client }) => {
    const actor = client.counter.getOrCreate(["all"]);
    await actor.increment(3);
    const { good } = await inspector(actor);
    assert.deepEqual(await good("GET", "traces?startMs=0&endMs=1&limit=10"), { otlp: [], clamped: false });
    assert.deepEqual(await good("GET", "workflow-history"), { history: null, workflowState: null, isWorkflowEnabled: false });
    const summary = await good("GET", "summary");
    assert.deepEqual(summary.state, { count: 3 });
    assert.deepEqual([summary.isStateEnabled, summary.isDatabaseEnabled, summary.isWorkflowEnabled, summary.queueSize], [true, true, false, 0]);
    assert.ok(Array.isArray(summary.connections) && summary.rpcs.includes("increment"));
});

each("actor-inspector 14, 17, 18, 19, 21: tables, rows, and statements", async ({ client }) => {
    const actor = client.dbActorRaw.getOrCreate(["tables"]);
    for (const text of ["a", "b", "c"]) {
        await actor.insertValue(text);
    }
    const { good, ask } = await inspector(actor);
    const { schema: { tables } } = await good("GET", "database/schema");
    const table = tables.find(({ table: { name } }) => name === "test_data");
    assert.deepEqual(table.table, { schema: "main", name: "test_data", type: "table" });
    assert.deepEqual(table.columns.map(({ name }) => name), ["id", "value", "payload", "created_at"]);
    assert.equal(table.records, 3);
    assert.ok(tables.every(({ table: { name } }) => !name.includes("_rivet_") && !name.startsWith("sqlite_")), tables.map(({ table: { name } }) => name).join());
    assert.deepEqual((await good("GET", "database/rows?table=test_data&limit=1&offset=1")).rows.map(({ value }) => value), ["b"]);
    const select = (extra) => good("POST", "database/execute", { sql: "SELECT value FROM test_data ORDER BY id", ...extra });
    assert.deepEqual(await select(), { rows: [{ value: "a" }, { value: "b" }, { value: "c" }] });
    assert.deepEqual(await good("POST", "database/execute", { sql: "SELECT value FROM test_data WHERE id = :id", properties: { id: 2 } }), { rows: [{ value: "b" }] });
    assert.deepEqual(await good("POST", "database/execute", { sql: "INSERT INTO test_data (value, created_at) VALUES (?, ?)", args: ["d", 1] }), { rows: [] });
    assert.equal(await actor.getCount(), 4);
    for (const path of ["database/rows?table=_rivet_actor_state", "database/rows?table=missing"]) {
        await refused(ask("GET", path), 400, "inspector", "sql_failed");
    }
    const failed = await refused(ask("POST", "database/execute", { sql: "SELECT * FROM missing" }), 400, "inspector", "sql_failed");
    assert.match(failed.message, /no such table: missing/);
    assert.equal(failed.error, failed.message);
    assert.equal(failed.metadata?.error, undefined);
    await refused(ask("POST", "database/execute", { sql: "DELETE FROM _rivet_actor_state" }), 400, "inspector", "sql_failed");
    await refused(ask("POST", "database/execute", { sql: " " }), 400, "actor", "invalid_request");
});

each("inspector: what actor and clients do is pushed, in order", async ({ t, client, connect }) => {
    const actor = client.counter.getOrCreate(["live"]);
    const { url } = await inspector(actor);
    const socket = await open(t, url);
    await socket.next("Init");
    const connection = connect(actor);
    await connection.increment(1);
    await socket.next("ConnectionsUpdated", ({ connections }) => connections.length === 1);
    for (let i = 0; i < 20; i++) {
        await connection.increment(1);
    }
    await socket.next("StateUpdated", ({ state }) => value(state).count === 21);
    const counts = socket.messages.filter(({ tag }) => tag === "StateUpdated").map(({ val }) => value(val.state).count);
    assert.deepEqual(counts, counts.toSorted((a, b) => a - b));
    assert.equal(value((await socket.ask("ActionRequest", "ActionResponse", { name: "increment", args: bytes([2]) })).output), 23);
});

each("inspector: the queue, tables and schedules over the WebSocket", async ({ t, client }) => {
    const actor = client.queueActor.getOrCreate(["socket"]);
    const { url } = await inspector(actor);
    const socket = await open(t, url);
    await socket.next("Init");
    await actor.send("greeting", 1);
    await socket.next("QueueUpdated", ({ queueSize }) => queueSize === 1n);
    const { status } = await socket.ask("QueueRequest", "QueueResponse", { limit: 500n });
    assert.deepEqual([status.size, status.messages.length, status.truncated], [1n, 1, false]);
    assert.deepEqual((await socket.ask("RpcsListRequest", "RpcsListResponse")).rpcs.includes("receiveOne"), true);
    assert.deepEqual((await socket.ask("SchedulesRequest", "SchedulesResponse")).schedules, []);
    assert.equal((await socket.ask("ScheduleDeleteRequest", "ScheduleDeleteResponse", { scheduleId: "none", kind: "at" })).deleted, false);
    assert.ok(Array.isArray(value((await socket.ask("DatabaseSchemaRequest", "DatabaseSchemaResponse")).schema).tables));
    socket.say("DatabaseTableRowsRequest", { id: 99n, table: "missing", limit: 1n, offset: 0n });
    assert.match((await socket.next("Error")).message, /no such table/);
    socket.socket.send(new Uint8Array([99, 1, 2]));
    await until(() => socket.messages.filter(({ tag }) => tag === "Error").length === 2, "an answer to nonsense");
    assert.equal((await socket.ask("StateRequest", "StateResponse")).rid > 0n, true);
});

test("inspector: sockets that are refused, and those of older versions", async (t) => {
    const client = newClient(t, { namespace: freshNamespace() });
    const { url } = await inspector(client.counter.getOrCreate(["versions"]));
    const refusal = async (options) => within(10_000, (await open(t, url, options)).closed);
    assert.equal(await refusal({ protocols: ["rivet", "rivet_inspector_token.wrong"] }), "1008 inspector.unauthorized");
    assert.equal(await refusal({ protocols: ["rivet"] }), "1008 inspector.unauthorized");
    for (const version of ["0", "7", "x", ""]) {
        assert.equal(await refusal({ query: `?protocol_version=${version}`, protocols: ["rivet"] }), "1002 inspector.invalid_protocol_version");
    }
    for (const [query, first] of [["?protocol_version=5", 13], ["?protocol_version=3", 12], ["", 5]]) {
        const { frames } = await open(t, url, { query });
        await until(() => frames.length > 0, `Init of ${query}`);
        assert.equal(new Uint8Array(frames[0])[0], first, query);
    }
});
