// The Java client of other programs, while the platform is killed and started again. What it runs with is collected by ./rivet client.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "rivetkit/client";
import { Platform } from "./platform.mjs";
import { dispose, until } from "./support.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const JAVA = join(process.env.JAVA_HOME ?? "", process.env.JAVA_HOME ? "bin/java" : "java");

// Runs a program against a platform.
function program(t, url, encoding) {
    const java = spawn(JAVA, ["-cp", join(ROOT, "target/client/*"), join(ROOT, "rivet.test/npm/java/Follow.java"), url, encoding]);
    const lines = [];
    let rest = "";
    java.stdout.on("data", (data) => {
        const parts = (rest + data).split("\n");
        rest = parts.pop();
        lines.push(...parts);
    });
    let errors = "";
    java.stderr.on("data", (data) => errors += data);
    t.after(() => java.kill("SIGKILL"));
    return { java, lines, says: (line) => until(() => lines.includes(line), `"${line}" of ${JSON.stringify(lines)} ${errors}`, 60_000) };
}

test("java-client: connections come back after the platform was killed", async (t) => {
    const platform = await (await Platform.demo(t.after.bind(t))).start();
    const followers = ["bare", "cbor", "json"].map((encoding) => ({ encoding, ...program(t, platform.url, encoding) }));
    for (const { java, says } of followers) {
        java.stdin.write("5\n");
        await says("event 5");
        await says("result 5");
    }
    await platform.kill();
    for (const { java, says } of followers) {
        await says("status DISCONNECTED");
        java.stdin.write("1\n");
        await says("error client.connection_open_failed");
    }
    await platform.start();
    const client = createClient(platform.url);
    for (const { encoding, java, lines, says } of followers) {
        await until(() => lines.filter((line) => line === "status CONNECTED").length === 2, "another connection", 60_000);
        assert.equal(await client.counter.getOrCreate([encoding]).increment(2), 7);
        await says("event 7");
        java.stdin.write("3\n");
        await says("result 10");
        java.stdin.end();
        const [code] = await once(java, "exit");
        assert.equal(code, 0);
    }
    await dispose(client);
});

test("java-client: the program in the README", async (t) => {
    const platform = await (await Platform.demo(t.after.bind(t))).start();
    const readme = await readFile(join(ROOT, "README.md"), "utf8");
    const program = /as `Hello\.java`:\n\n((?: {4}.*\n|\n)+)/.exec(readme)[1].replaceAll(/^ {4}/gm, "").replace("http://127.0.0.1:6420", platform.url);
    const folder = await mkdtemp(join(tmpdir(), "rivet-test-"));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "Hello.java"), program);
    const { stdout } = await promisify(execFile)(JAVA, ["-cp", join(ROOT, "target/client/*"), join(folder, "Hello.java")], { timeout: 60_000 });
    assert.deepEqual(stdout.trim().split("\n").toSorted(), ["I made it 1", "it is 1"]);
});
