// Wave 1, request-access. Raw HTTP requests and WebSockets wait for their handlers.
import assert from "node:assert/strict";
import { each } from "./support.mjs";

const nothing = { hasRequest: false, requestUrl: null, requestMethod: null, requestHeaders: {} };
const trackRequest = { params: { trackRequest: true } };

each("request-access 1, 3: the hooks of a connection see its handshake", async ({ client, connect, encoding }) => {
    const connection = connect(client.requestAccessActor.getOrCreate([], trackRequest));
    assert.equal(await connection.ping(), "pong");
    const { onBeforeConnect, createConnState } = await connection.getRequestInfo();
    for (const seen of [onBeforeConnect, createConnState]) {
        assert.equal(seen.hasRequest, true);
        assert.equal(seen.requestMethod, "GET");
        assert.match(seen.requestUrl, /^http:.*\/connect/);
        assert.ok(Object.keys(seen.requestHeaders).every((name) => name === name.toLowerCase()));
        assert.match(seen.requestHeaders["sec-websocket-protocol"], new RegExp(`rivet_encoding\\.${encoding}`));
    }
});

each("request-access 2: without the parameter that asks for it nothing is recorded", async ({ client, connect }) => {
    const connection = connect(client.requestAccessActor.getOrCreate());
    assert.equal(await connection.ping(), "pong");
    assert.deepEqual(await connection.getRequestInfo(), { onBeforeConnect: nothing, createConnState: nothing, onRequest: nothing, onWebSocket: nothing });
});

each("request-access 4: the hooks of a call over HTTP see that", async ({ client, encoding }) => {
    const actor = client.requestAccessActor.getOrCreate([], trackRequest);
    assert.equal(await actor.ping(), "pong");
    const { onBeforeConnect } = await actor.getRequestInfo();
    assert.equal(onBeforeConnect.hasRequest, true);
    assert.equal(onBeforeConnect.requestMethod, "POST");
    assert.match(onBeforeConnect.requestUrl, /\/action\//);
    assert.equal(onBeforeConnect.requestHeaders["x-rivet-encoding"], encoding);
});
