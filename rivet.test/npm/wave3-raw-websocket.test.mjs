// Wave 3: raw-websocket, but for what hibernating sockets do; the other half of access-control; gateway-skip-ready-wait.
import assert from "node:assert/strict";
import { dispose, each, endpoint, newClient, record, rejects, until, within } from "./support.mjs";

// A socket that the end of the test closes, with the messages that came.
async function open(t, actor, path, ...more) {
    const socket = await actor.webSocket(path, ...more);
    t.after(() => socket.close());
    const messages = [];
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event) => messages.push(typeof event.data === "string" ? JSON.parse(event.data) : new Uint8Array(event.data)));
    const opened = socket.readyState === 1 ? Promise.resolve() : new Promise((resolve, reject) => {
        socket.addEventListener("open", resolve);
        socket.addEventListener("close", (event) => reject(new Error(`closed: ${event.code} ${event.reason}`)));
    });
    await opened;
    return { socket, messages, next: (n = 1) => until(() => messages.length >= n && messages[n - 1], `message ${n}`) };
}

each("raw-websocket 5: bytes", async ({ t, client }) => {
    const { socket, next } = await open(t, client.rawWebSocketBinaryActor.getOrCreate());
    socket.send(Uint8Array.of(1, 2, 3, 4, 5));
    assert.deepEqual(await next(), Uint8Array.of(5, 4, 3, 2, 1));
    const large = Uint8Array.from({ length: 1_024 }, (_, i) => i % 256);
    socket.send(large);
    assert.deepEqual(await next(2), large.toReversed());
});

each("raw-websocket 8: a handler that waits while it opens a socket", async ({ t, client }) => {
    const actor = client.rawWebSocketAsyncOpenActor.getOrCreate();
    const { next } = await open(t, actor);
    assert.deepEqual(await next(), { type: "async-open", openCount: 1 });
    assert.equal(await actor.getOpenCount(), 1);
});

each("raw-websocket 9: a socket has a connection with state", async ({ t, client }) => {
    const { next } = await open(t, client.rawWebSocketConnContextActor.getOrCreate());
    const { type, connId, state } = await next();
    assert.equal(type, "conn-context");
    assert.match(connId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(state, { opened: true, connId });
});

each("request-access, beyond the suite: the actor's own handlers see their requests", async ({ t, client }) => {
    const actor = client.requestAccessActor.getOrCreate();
    const seen = await (await actor.fetch("some/path?a=1", { method: "PUT", body: "x", headers: { "X-Mark": "y" } })).json();
    assert.equal(seen.hasRequest, true);
    assert.equal(seen.requestMethod, "PUT");
    assert.match(seen.requestUrl, /\/some\/path\?a=1$/);
    assert.equal(seen.requestHeaders["x-mark"], "y");
    const { socket, next } = await open(t, actor, "some/where?b=2");
    const handshake = await next();
    assert.equal(handshake.requestMethod, "GET");
    assert.match(handshake.requestUrl, /\/websocket\/some\/where\?b=2$/);
    assert.ok(handshake.requestHeaders["sec-websocket-key"]);
    const { onRequest, onWebSocket } = await actor.getRequestInfo();
    assert.deepEqual([onRequest, onWebSocket], [seen, handshake]);
    socket.send("[\"echo\"]");
    assert.deepEqual(await next(2), ["echo"]);
});

each("access-control 1: actions need no permission", async ({ client }) => {
    const actor = client.accessControlActor.getOrCreate();
    assert.equal(await actor.allowedAction("x"), "allowed:x");
    assert.equal(await actor.allowedGetLastCanPublishConnId(), "");
    assert.equal(await actor.allowedGetLastCanSubscribeConnId(), "");
});

each("access-control 5: the actor decides who may hear, and sees on whose behalf", async ({ client, connect }) => {
    const handle = client.accessControlActor.getOrCreate();
    const connection = connect(handle);
    const heard = record(connection, "allowedEvent");
    await connection.allowedAction("x");
    await connection.allowedBroadcastAllowedEvent("news");
    await until(() => heard.length === 1, "the event");
    assert.deepEqual(heard, [{ value: "news" }]);
    assert.match(await connection.allowedGetLastCanSubscribeConnId(), /^[0-9a-f-]{36}$/);
    const refused = connect(handle);
    const blocked = record(refused, "blockedEvent");
    await rejects(refused.allowedAction("y"), "auth", "forbidden");
    assert.deepEqual(blocked, []);
});

each("access-control 6: an event that nobody declared may be heard", async ({ client, connect }) => {
    const connection = connect(client.accessControlActor.getOrCreate());
    const heard = record(connection, "undefinedEvent");
    await connection.allowedAction("x");
    await connection.allowedBroadcastUndefinedEvent("news");
    await until(() => heard.length === 1, "the event");
    assert.deepEqual(heard, [{ value: "news" }]);
});

each("access-control 7: a refused request", async ({ client }) => {
    const status = (params) => client.accessControlActor.getOrCreate([], params).fetch("status");
    assert.deepEqual(await (await status({})).json(), { ok: true });
    const refused = await status({ params: { allowRequest: false } });
    assert.equal(refused.status, 403);
    assert.equal((await refused.json()).code, "forbidden");
});

each("access-control 8: a refused socket", async ({ t, client }) => {
    const { next } = await open(t, client.accessControlActor.getOrCreate());
    assert.deepEqual(await next(), { type: "welcome" });
    const socket = await client.accessControlActor.getOrCreate([], { params: { allowWebSocket: false } }).webSocket();
    const { code, reason } = await new Promise((resolve) => socket.addEventListener("close", resolve));
    assert.equal(code, 1011);
    assert.equal(reason, "auth.forbidden");
});

const track = { params: { trackRequest: true } };

each("gateway-skip-ready-wait-client 1, 2: for a call, by itself or for all of a client", async ({ t, client, namespace, encoding }) => {
    const seen = async (by, options) => {
        const actor = by.requestAccessActor.getOrCreate([], track);
        assert.equal(await actor.action({ name: "ping", args: [], ...options }), "pong");
        const { onBeforeConnect } = await client.requestAccessActor.getOrCreate().getRequestInfo();
        assert.equal(onBeforeConnect.hasRequest, true);
        return onBeforeConnect.requestHeaders["x-rivet-skip-ready-wait"];
    };
    assert.equal(await seen(client, { skipReadyWait: true }), "1");
    assert.equal(await seen(client), undefined);
    const eager = newClient(t, { namespace, encoding, gateway: { skipReadyWait: true } });
    assert.equal(await seen(eager), "1");
    assert.equal(await seen(eager, { skipReadyWait: false }), undefined);
});

each("gateway-skip-ready-wait-client 3, 4: for a connection, by itself or for all of a client", async ({ t, client, namespace, encoding }) => {
    const seen = async (by, options) => {
        const connection = by.requestAccessActor.getOrCreate([], track).connect(undefined, options);
        t.after(() => dispose(connection));
        assert.equal(await connection.ping(), "pong");
        const { onBeforeConnect } = await connection.getRequestInfo();
        return onBeforeConnect.requestHeaders["sec-websocket-protocol"].split(",").map((word) => word.trim()).includes("rivet_skip_ready_wait");
    };
    assert.equal(await seen(client, { skipReadyWait: true }), true);
    assert.equal(await seen(client), false);
    const eager = newClient(t, { namespace, encoding, gateway: { skipReadyWait: true } });
    assert.equal(await seen(eager), true);
    assert.equal(await seen(eager, { skipReadyWait: false }), false);
});

each("raw-websocket 10: a socket that does not hibernate is closed when its actor is put to sleep", async ({ t, client, namespace }) => {
    const actor = client.rawWebSocketAsyncOpenActor.getOrCreate();
    const { socket, next } = await open(t, actor);
    await next();
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    const response = await fetch(`${endpoint}/actors/${await actor.resolve()}/sleep?namespace=${namespace}`, {
        method: "POST", headers: { authorization: "Bearer dev", "content-type": "application/json" }, body: "{}",
    });
    assert.equal(response.status, 200);
    const end = await within(10_000, closed);
    assert.ok(end, "it is closed");
    assert.notEqual(end.code, 1006);
    assert.equal(await actor.getOpenCount(), 1);
});
