// Clients that say far more than an actor takes, and crowds of clients: on a bounded heap everybody is answered, and nobody else notices.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocket } from "ws";
import { Platform } from "./platform.mjs";
import { newClient, until } from "./support.mjs";

const QUERY = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep&rvt-key=";
const FRAMES = 8_000;
const REQUESTS = 3_000;
const IDLE = 600;
const BUSY = 60;

async function platform(t) {
    const started = await Platform.driver((end) => t.after(end));
    started.environment = { RIVET_JAVA_OPTIONS: "-Xmx128m" };
    return started.start();
}

async function open(t, url, key) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/gateway/counter/connect?${QUERY}${key}`, ["rivet", "rivet_encoding.json"]);
    t.after(() => socket.terminate());
    await once(socket, "message");
    return socket;
}

const call = (id, name, args) => JSON.stringify({ body: { tag: "ActionRequest", val: { id: ["$BigInt", `${id}`], name, args } } });

test(`flood: ${FRAMES} frames at once are each answered, done or actor.overloaded, and done once`, { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const client = newClient(t, { endpoint: server.url, namespace: "default" });
    const other = client.counter.getOrCreate(["other"]);
    await other.increment(1);
    const socket = await open(t, server.url, "flooded");
    const answers = new Map();
    const errors = new Set();
    socket.on("message", (data) => {
        const { tag, val } = JSON.parse(data).body;
        if (val.actionId !== undefined || tag === "ActionResponse") {
            const id = (val.id ?? val.actionId)[1];
            assert.ok(!answers.has(id), `${id} is answered twice`);
            answers.set(id, tag);
        }
        if (tag === "Error") {
            errors.add(`${val.group}.${val.code}`);
        }
    });
    for (let i = 0; i < FRAMES; i++) {
        socket.send(call(i, "increment", [1]));
    }
    let beside = 0;
    while (answers.size < FRAMES && socket.readyState === WebSocket.OPEN) {
        assert.equal(await other.increment(1), ++beside + 1);
    }
    assert.equal(answers.size, FRAMES);
    const done = [...answers.values()].filter((tag) => tag === "ActionResponse").length;
    t.diagnostic(`${done} done, ${FRAMES - done} refused; ${beside} calls of another actor meanwhile`);
    assert.deepEqual([...errors].filter((code) => code !== "actor.overloaded"), []);
    assert.equal(await client.counter.getOrCreate(["flooded"]).getCount(), done);
    assert.ok(done > 0 && beside > 0);
    assert.doesNotMatch(server.output, /OutOfMemoryError/);
});

test(`flood: ${REQUESTS} requests at once are each answered, done or refused`, { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const client = newClient(t, { endpoint: server.url, namespace: "default" });
    const flooded = client.counter.getOrCreate(["requests"]);
    const other = client.counter.getOrCreate(["other"]);
    await Promise.all([flooded.increment(0), other.increment(1)]);
    const post = async () => {
        const response = await fetch(`${server.url}/gateway/counter/action/increment?${QUERY}requests`, { method: "POST",
            headers: { "content-type": "application/json" }, body: "{\"args\":[1]}" });
        const body = await response.json();
        return response.status === 200 ? "done" : `${body.group}.${body.code}`;
    };
    const all = Promise.all(Array.from({ length: REQUESTS }, post));
    assert.equal(await other.increment(1), 2);
    const ends = await all;
    const done = ends.filter((end) => end === "done").length;
    t.diagnostic(`${done} done, ${REQUESTS - done} refused`);
    assert.deepEqual([...new Set(ends)].filter((end) => end !== "done" && end !== "actor.overloaded"), []);
    assert.equal(await flooded.getCount(), done);
    assert.doesNotMatch(server.output, /OutOfMemoryError/);
});

test(`crowd: ${IDLE} idle connections, and ${BUSY} that call`, { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const idle = [];
    for (let i = 0; i < IDLE; i += 50) {
        idle.push(...await Promise.all(Array.from({ length: 50 }, (_, k) => open(t, server.url, `idle${(i + k) % 60}`))));
    }
    const counts = await Promise.all(Array.from({ length: BUSY }, async (_, k) => {
        const socket = await open(t, server.url, `busy${k}`);
        let answered = 0;
        socket.on("message", () => socket.send(call(++answered, "increment", [1])));
        socket.send(call(0, "increment", [1]));
        await until(() => answered >= 100, "a hundred answers", 120_000);
        return answered;
    }));
    assert.equal(counts.length, BUSY);
    await Promise.all(idle.map(async (socket, i) => {
        const answer = once(socket, "message");
        socket.send(call(i, "getCount", []));
        assert.equal(JSON.parse((await answer)[0]).body.val.output, 0);
    }));
    assert.doesNotMatch(server.output, /OutOfMemoryError/);
});
