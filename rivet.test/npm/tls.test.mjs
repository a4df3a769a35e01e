// TLS on the public port: HTTP/2, HTTP/1.1 and WebSockets on one port, with a certificate that is made here. Node takes the authorities that it trusts at its start, so
// the clients are a process of their own.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Platform } from "./platform.mjs";
import { certificate, PASSWORD } from "./tls/certificate.mjs";

test("tls: h2, http/1.1 and wss on one port", { timeout: 240_000 }, (t) => {
    const { store, authority } = certificate(t);
    const scenario = fileURLToPath(new URL("tls/scenario.mjs", import.meta.url));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority, RIVET_TEST_STORE: store, RIVET_TEST_KEYS: PASSWORD };
    const result = spawnSync(process.execPath, [scenario], { env, encoding: "utf8", timeout: 200_000 });
    assert.equal(result.status, 0, `${result.stdout}\n${result.stderr}`);
    assert.match(result.stdout, /all of it held/);
});

test("tls: a key store that cannot be opened keeps the port closed", { timeout: 120_000 }, async (t) => {
    const { store } = certificate(t);
    const platform = await Platform.demo((end) => t.after(end));
    await platform.configure({ "rivet.http.PublicPort": { keystore: store, password: "another" } });
    await platform.startUntil(/The public port stays closed: the key store .* cannot be opened/);
    await assert.rejects(fetch(`http://127.0.0.1:${platform.port}/metadata`));
});

test("tls: the example of the README is the configuration that these tests use", () => {
    const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
    assert.match(readme, /"rivet\.http\.PublicPort": \{ "keystore": "[^"]+", "password": "\$\[env:[A-Z_]+\]" \}/);
});
