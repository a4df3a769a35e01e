// Wave 3, raw-websocket, with sockets that stay while their actor sleeps; hibernatable-websocket-protocol 1.
import assert from "node:assert/strict";
import { slept } from "./directory.mjs";
import { each, until } from "./support.mjs";

const PROBE = JSON.stringify({ __rivetkitTestHibernatableAckStateV1: true });

// A socket that the end of the test closes, with the messages that came.
async function open(t, actor, path) {
    const socket = await actor.webSocket(path);
    socket.binaryType = "arraybuffer";
    t.after(() => socket.close());
    const messages = [];
    const closes = [];
    socket.addEventListener("message", (event) => messages.push(typeof event.data === "string" ? JSON.parse(event.data) : new Uint8Array(event.data)));
    socket.addEventListener("close", (event) => closes.push(event));
    const of = (type) => messages.filter((message) => message.type === type);
    return {
        socket, messages, closes, of,
        say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
        next: (type, count = 1) => until(() => of(type).length >= count && of(type)[count - 1], `${type} ${count}`),
        probe: async () => {
            const count = messages.length;
            socket.send(PROBE);
            return until(() => messages.slice(count).find((message) => message.__rivetkitTestHibernatableAckStateV1), "the probe's answer");
        },
    };
}

async function welcomed(t, actor, path) {
    const socket = await open(t, actor, path);
    socket.welcome = await socket.next("welcome");
    return socket;
}

each("raw-websocket 1: open, and a welcome", async ({ t, client }) => {
    const { welcome } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    assert.deepEqual(welcome, { type: "welcome", connectionCount: 1 });
});

each("raw-websocket 2: echo", async ({ t, client }) => {
    const { say, next } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    say({ type: "test", data: "hello", timestamp: 7 });
    assert.deepEqual(await next("test"), { type: "test", data: "hello", timestamp: 7 });
});

each("raw-websocket 3: ping and pong", async ({ t, client }) => {
    const { say, next } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    say({ type: "ping" });
    assert.ok((await next("pong")).timestamp > 0);
});

each("raw-websocket 4: counts over two sockets", async ({ t, client }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const one = await welcomed(t, actor);
    const two = await welcomed(t, actor);
    one.say({ type: "ping" });
    await one.next("pong");
    two.say({ type: "ping" });
    two.say({ type: "ping" });
    await two.next("pong", 2);
    one.say({ type: "getStats" });
    assert.deepEqual(await one.next("stats"), { type: "stats", connectionCount: 2, messageCount: 4 });
});

each("raw-websocket 6: a path below", async ({ t, client }) => {
    const { welcome } = await welcomed(t, client.rawWebSocketActor.getOrCreate(), "custom/path");
    assert.equal(welcome.connectionCount, 1);
});

each("raw-websocket 7: the actor sees the end", async ({ t, client }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const { socket } = await welcomed(t, actor);
    assert.equal((await actor.getStats()).connectionCount, 1);
    socket.close();
    await until(async () => (await actor.getStats()).connectionCount === 0, "the end");
});

each("raw-websocket 11: counts over opening and closing two", async ({ t, client }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const counted = (count) => until(async () => (await actor.getStats()).connectionCount === count, `${count} sockets`);
    const one = await welcomed(t, actor);
    await counted(1);
    const two = await welcomed(t, actor);
    await counted(2);
    one.socket.close();
    await counted(1);
    two.socket.close();
    await counted(0);
});

each("raw-websocket 12 and 13: path and query reach the handler", async ({ t, client }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const both = await welcomed(t, actor, "api/v1/stream?token=abc&user=123");
    both.say({ type: "getRequestInfo" });
    const info = await both.next("requestInfo");
    assert.match(info.url, /api\/v1\/stream\?token=abc&user=123$/);
    assert.match(info.pathname, /\/api\/v1\/stream$/);
    assert.equal(info.search, "?token=abc&user=123");
    const query = await welcomed(t, actor, "?token=secret&session=1");
    query.say({ type: "getRequestInfo" });
    assert.equal((await query.next("requestInfo")).search, "?token=secret&session=1");
});

each("raw-websocket 14: the numbers of frames rise, from 1", async ({ t, client }) => {
    const { say, next, of } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    for (const payload of ["a", "b", "c"]) {
        say({ type: "indexedEcho", payload });
    }
    await next("indexedEcho", 3);
    assert.deepEqual(of("indexedEcho").map(({ payload, rivetMessageIndex }) => [payload, rivetMessageIndex]), [["a", 1], ["b", 2], ["c", 3]]);
    say({ type: "getIndexedMessageOrder" });
    assert.deepEqual((await next("indexedMessageOrder")).order, [1, 2, 3]);
});

each("raw-websocket 15: what was dealt with is acknowledged", async ({ t, client }) => {
    const { say, next, probe } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    say({ type: "indexedAckProbe", payload: "hello" });
    assert.deepEqual(await next("indexedAckProbe"), { type: "indexedAckProbe", rivetMessageIndex: 1, payloadSize: 5 });
    const expected = { __rivetkitTestHibernatableAckStateV1: true, lastSentIndex: 1, lastAckedIndex: 1, pendingIndexes: [] };
    assert.deepEqual(await probe(), expected);
    assert.deepEqual(await probe(), expected);
});

each("raw-websocket 16: 508,000 characters are acknowledged", async ({ t, client }) => {
    const { say, next, probe } = await welcomed(t, client.rawWebSocketActor.getOrCreate());
    say({ type: "indexedAckProbe", payload: "x".repeat(508_000) });
    assert.deepEqual(await next("indexedAckProbe"), { type: "indexedAckProbe", rivetMessageIndex: 1, payloadSize: 508_000 });
    assert.equal((await probe()).lastAckedIndex, 1);
});

each("hibernatable-websocket-protocol 1: numbers run on over sleep, and only what was not acknowledged comes again", async ({ t, client, namespace }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const { say, next, of, probe, closes } = await welcomed(t, actor);
    say({ type: "indexedEcho", payload: "before" });
    assert.equal((await next("indexedEcho")).rivetMessageIndex, 1);
    assert.equal((await probe()).lastAckedIndex, 1); // the probe is 2
    say({ type: "scheduleSleep" }); // 3
    await next("sleepScheduled");
    await slept(namespace, actor);
    say({ type: "indexedEcho", payload: "wakes" }); // 4
    say({ type: "indexedEcho", payload: "after" }); // 5
    await next("indexedEcho", 3);
    assert.deepEqual(of("indexedEcho").map(({ payload, rivetMessageIndex }) => [payload, rivetMessageIndex]), [["before", 1], ["wakes", 4], ["after", 5]]);
    say({ type: "getIndexedMessageOrder" });
    assert.deepEqual((await next("indexedMessageOrder")).order, [1, 4, 5]);
    assert.deepEqual(await probe(), { __rivetkitTestHibernatableAckStateV1: true, lastSentIndex: 6, lastAckedIndex: 6, pendingIndexes: [] });
    assert.equal(of("welcome").length, 1);
    assert.equal(closes.length, 0);
    say({ type: "getStats" });
    assert.equal((await next("stats")).connectionCount, 1);
});

each("raw-websocket, beyond the suite: bytes and close codes pass after sleep, too", async ({ t, client, namespace }) => {
    const actor = client.rawWebSocketActor.getOrCreate();
    const { socket, messages, closes } = await welcomed(t, actor);
    await slept(namespace, actor); // by itself: an open socket does not keep it awake
    socket.send(Uint8Array.of(1, 2, 3));
    await until(() => messages.at(-1) instanceof Uint8Array, "the bytes");
    assert.deepEqual(messages.at(-1), Uint8Array.of(1, 2, 3));
    await slept(namespace, actor);
    socket.close(3001, "enough");
    await until(async () => (await actor.getStats()).connectionCount === 0, "the actor hears of it");
    await until(() => closes.length === 1, "the client to hear of it");
    assert.equal(closes[0].code, 3001);
});
