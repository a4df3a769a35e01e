// Tokens and parameters go nowhere: not into the log, not to the actor; and lines of the log say which actor they are about.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { WebSocket } from "ws";
import { Platform } from "./platform.mjs";
import { connect, failure, newClient, rejects, until } from "./support.mjs";

const CLIENT = "client-token-nobody-prints";
const ADMIN = "management-token-nobody-prints";
const WRONG = "wrong-token-nobody-prints";
const PARAM = "password-in-params-nobody-prints";
const ARGUMENT = "argument-nobody-prints";
const QUERY = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep&rvt-key=k";

async function platform(t) {
    const started = await Platform.driver((end) => t.after(end));
    started.token = ADMIN;
    await started.configure({ "rivet.engine.EmbeddedEngine": { authToken: "$[env:RIVET_TEST_ADMIN]", clientToken: CLIENT, createNamespaces: true } });
    started.environment = { RIVET_TEST_ADMIN: ADMIN };
    return started.start();
}

test("secrets: tokens open what they are for, and neither they nor parameters are logged", { timeout: 240_000 }, async (t) => {
    const server = await platform(t);
    const api = (path, token, method = "GET") => fetch(`${server.url}${path}`, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });
    const client = (options) => newClient(t, { endpoint: server.url, namespace: "default", ...options });

    await t.test("the npm client with the client token", async () => {
        for (const encoding of ["json", "bare"]) {
            const counter = client({ token: CLIENT, encoding }).counter.getOrCreate(["k"]);
            const connection = connect(t, counter);
            await connection.increment(1);
            await counter.increment(1);
            const id = await counter.resolve();
            assert.ok(await client({ token: CLIENT, encoding }).counter.getForId(id).getCount());
        }
        assert.equal((await api("/actors?namespace=default&name=counter", CLIENT)).status, 200);
        assert.equal((await api("/namespaces", CLIENT)).status, 403);
        assert.equal((await api("/namespaces", ADMIN)).status, 200);
        assert.equal((await api("/metadata")).status, 200);
    });

    await t.test("nobody gets in without one, whatever the way", async () => {
        for (const token of [undefined, WRONG]) {
            const counter = client({ token }).counter.getOrCreate(["k"]);
            await rejects(counter.increment(1), "api", "forbidden");
            await rejects(connect(t, counter).increment(1), "api", "forbidden");
            assert.equal((await api("/actors?namespace=default&name=counter", token)).status, 403);
        }
        assert.equal((await fetch(`${server.url}/gateway/counter/action/increment?${QUERY}&rvt-token=${WRONG}`, { method: "POST" })).status, 403);
        assert.equal((await fetch(`${server.url}/gateway/abc@${WRONG}/action/increment`, { method: "POST" })).status, 403);
    });

    await t.test("what fails is logged with the actor, and without them", async () => {
        const params = { password: PARAM, shouldFail: true, shouldReject: true };
        const mine = client({ token: CLIENT });
        await failure(mine.beforeConnectGenericErrorActor.getOrCreate(["bad"], { params }).ping());
        await failure(connect(t, mine.beforeConnectGenericErrorActor.getOrCreate(["bad"], { params })).ping());
        const handle = mine.errorHandlingActor.getOrCreate(["it", "fails"], { params });
        await failure(handle.throwInternalError(ARGUMENT));
        await failure(handle.delayedAction({ no: ARGUMENT }));
        const id = await handle.resolve();
        await fetch(`${server.url}/gateway/${id}@${CLIENT}/action/throwInternalError`, { method: "POST" });
        const socket = new WebSocket(`${server.url.replace("http", "ws")}/connect`, ["rivet", "rivet_target.actor", `rivet_actor.${id}`, `rivet_token.${CLIENT}`,
            `rivet_conn_params.${encodeURIComponent(JSON.stringify(params))}`]);
        await once(socket, "message");
        socket.send("no message at all");
        await once(socket, "close");
        const line = new RegExp(`errorHandlingActor action throwInternalError of actor ${id}#\\d+ \\(it/fails\\) failed`);
        await until(() => line.test(server.output), `${line} in\n${server.output}`);
    });

    await server.stop();
    for (const secret of [CLIENT, ADMIN, WRONG, PARAM, ARGUMENT]) {
        assert.ok(!server.output.includes(secret), `${secret} in\n${server.output}`);
    }
});
