// Wave 1, request-access. 1, 3 and 4 wait for an API by which hooks see the request.
import assert from "node:assert/strict";
import { each } from "./support.mjs";

each("request-access 2: without the parameter that asks for it nothing is recorded", async ({ client, connect }) => {
    const connection = connect(client.requestAccessActor.getOrCreate());
    assert.equal(await connection.ping(), "pong");
    const nothing = { hasRequest: false, requestUrl: null, requestMethod: null, requestHeaders: {} };
    assert.deepEqual(await connection.getRequestInfo(), { onBeforeConnect: nothing, createConnState: nothing, onRequest: nothing, onWebSocket: nothing });
});
