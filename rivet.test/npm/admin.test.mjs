// The admin port: metrics behind a token that is made at the first start, and nothing of it on the public port.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { freePort, Platform } from "./platform.mjs";
import { connect, newClient, until } from "./support.mjs";

// Values of a metric by its labels, as they are written.
function values(text, name) {
    const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return Object.fromEntries(lines.map((line) => [line.slice(name.length, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}

test("admin: metrics behind a token", { timeout: 180_000 }, async (t) => {
    const platform = await Platform.demo((end) => t.after(end));
    platform.adminPort = await freePort();
    await platform.start();
    const admin = `http://127.0.0.1:${platform.adminPort}`;
    const file = join(platform.home, "data", "admin-token");
    const token = readFileSync(file, "utf8").trim();
    assert.equal((statSync(file).mode & 0o777).toString(8), "600");
    assert.match(platform.output, /The admin port asks for the token that is in .*admin-token/);
    const ask = (headers, path = "/metrics") => fetch(admin + path, { headers, redirect: "manual" });

    await t.test("nobody gets in without the token", async () => {
        await until(async () => (await ask({})).status, "the admin port to open");
        for (const headers of [{}, { authorization: "Bearer wrong" }, { "x-rivet-token": `${token}x` }, { cookie: "rivet-admin=wrong" }]) {
            for (const path of ["/metrics", "/", "/nothing", "/metrics?token=wrong"]) {
                const response = await ask(headers, path);
                assert.equal(response.status, 401, path);
                assert.equal((await response.json()).code, "forbidden");
            }
        }
        assert.equal((await ask({ authorization: `Bearer ${token}` }, "/nothing")).status, 404);
        assert.equal((await fetch(`${platform.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status, 404, "not on the public port");
        assert.equal((await ask({ authorization: `Bearer ${token}` }, "/metadata")).status, 404, "nothing of the public port here");
    });

    await t.test("a browser is given a cookie for it, which counts for pages of this port only", async () => {
        const first = await ask({}, `/metrics?a=1&token=${encodeURIComponent(token)}`);
        assert.equal(first.status, 303);
        assert.equal(first.headers.get("location"), "/metrics?a=1");
        assert.match(first.headers.get("set-cookie"), /HttpOnly/i);
        assert.match(first.headers.get("set-cookie"), /SameSite=Strict/i);
        const cookie = first.headers.get("set-cookie").split(";")[0];
        assert.equal((await ask({ cookie })).status, 200);
        assert.equal((await ask({ cookie, origin: admin })).status, 200);
        assert.equal((await ask({ cookie, origin: platform.url })).status, 401, "a page of the public port");
        // fetch has its own words about who asks
        const asked = async (site, mode) => {
            const [response] = await once(get(`${admin}/metrics`, { headers: { cookie, "sec-fetch-site": site, "sec-fetch-mode": mode } }), "response");
            return response.resume().statusCode;
        };
        assert.equal(await asked("same-origin", "cors"), 200);
        assert.equal(await asked("same-site", "no-cors"), 401, "an image of a page of the public port");
        assert.equal(await asked("same-site", "navigate"), 200, "a link on it");
        assert.equal((await ask({}, `//evil.example/?token=${encodeURIComponent(token)}`)).headers.get("location"), "/evil.example/");
    });

    await t.test("what actors do is counted by their types", async () => {
        const client = newClient(t, { endpoint: platform.url, namespace: "default" });
        const counter = client.counter.getOrCreate(["m"]);
        const connection = connect(t, counter);
        await connection.increment(1);
        for (let i = 0; i < 9; i++) {
            await counter.increment(1);
        }
        await assert.rejects(counter.increment("nonsense"));
        const read = async () => (await ask({ authorization: `Bearer ${token}` })).text();
        const text = await read();
        const one = '{actor_name="counter"}';
        assert.equal(values(text, "rivetkit_actor_active_count")[one], 1);
        assert.equal(values(text, "rivetkit_actor_started_total")[one], 1);
        assert.equal(values(text, "rivetkit_actor_connections_active")[one], 1);
        assert.equal(values(text, "rivetkit_actor_connections_total")[one], 1);
        assert.equal(values(text, "rivetkit_actor_call_errors_total")[one], 1);
        assert.equal(values(text, "rivetkit_actor_user_task_duration_seconds_count")['{actor_name="counter",kind="action"}'], 11);
        assert.equal(values(text, "rivetkit_actor_startup_phase_duration_seconds_count")['{actor_name="counter",is_new="true",outcome="ok",phase="total"}'], 1);
        assert.equal(values(text, "rivet_port_websockets_active")[""], 1);
        assert.match(text, /rivetkit_info\{.*version=.*\} 1/);
        assert.doesNotMatch(text, new RegExp(await counter.resolve()), "no actor's id");
        await connection.dispose();
        await until(async () => values(await read(), "rivetkit_actor_connections_active")[one] === 0, "the level to go back");
    });

    await t.test("a second platform whose admin port is taken goes on without it", async () => {
        const second = await Platform.demo((end) => t.after(end));
        second.adminPort = platform.adminPort;
        await second.start();
        await until(() => /The admin port cannot be opened at 127.0.0.1:\d+: /.test(second.output), "the reason in the log", 30_000);
        await second.stop();
    });

    await t.test("the token is kept, and not logged", async () => {
        await platform.stop();
        assert.ok(!platform.output.includes(token));
        await platform.start();
        assert.equal(readFileSync(file, "utf8").trim(), token);
    });
});
