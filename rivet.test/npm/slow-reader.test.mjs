// Clients that do not read: what is on its way to them is bounded, on a heap that has no room for all of it, and nobody else notices.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as dial } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";
import { Platform } from "./platform.mjs";
import { connect, newClient, until } from "./support.mjs";

const QUERY = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep&rvt-key=";

async function platform(t) {
    const started = await Platform.driver((end) => t.after(end));
    started.environment = { RIVET_JAVA_OPTIONS: "-Xmx96m" };
    await started.configure({ "rivet.http.PublicPort": { idle: 3_000 } });
    return started.start();
}

// A connection that subscribed to the events, and does not read one of them.
async function neverReads(url, key) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/gateway/flood/connect?${QUERY}${key}`, ["rivet", "rivet_encoding.json"]);
    const ended = once(socket, "close");
    await once(socket, "message");
    socket.send(JSON.stringify({ body: { tag: "SubscriptionRequest", val: { eventName: "drop", subscribe: true } } }));
    socket.pause();
    return { socket, ended };
}

test("slow reader: 100 MiB of events to one that never reads", { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const flood = newClient(t, { endpoint: server.url, namespace: "default" }).flood.getOrCreate(["events"]);
    const reader = connect(t, flood);
    let got = 0;
    reader.on("drop", () => got++);
    await reader.ready;
    const slow = await neverReads(server.url, "events");
    await flood.broadcastMany(400);
    await until(() => got === 400, "the one who reads to have all", 60_000);
    slow.socket.resume();
    const [code, reason] = await slow.ended;
    // the words get through if the client's side of the network had room for them
    assert.ok(code === 1006 || (code === 1011 && `${reason}` === "guard.slow_reader"), `${code} ${reason}`);
    assert.equal(typeof (await flood.progress()).written === "undefined", false);
    assert.doesNotMatch(server.output, /OutOfMemoryError/);
});

test("slow reader: an answer of 100 MiB that nobody reads", { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const flood = newClient(t, { endpoint: server.url, namespace: "default" }).flood.getOrCreate(["answer"]);
    await flood.progress();
    const sockets = Array.from({ length: 4 }, () => {
        const socket = dial(server.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.pause();
        socket.write(`GET /gateway/flood/request/all?${QUERY}answer HTTP/1.1\r\nHost: x\r\n\r\n`);
        t.after(() => socket.destroy());
        return socket;
    });
    await until(async () => (await flood.progress()).cutOff, "the server to give them up", 60_000);
    const { written } = await flood.progress();
    assert.ok(Number(written) < 4 * 100 * 1024 * 1024 / 2, `${written} bytes were written to clients that read none`);
    assert.equal(sockets.length, 4);
    assert.doesNotMatch(server.output, /OutOfMemoryError/);
});
