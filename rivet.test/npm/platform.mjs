// Platforms that a test starts for itself, to kill or to starve them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sleep, until } from "./support.mjs";

const SCRIPT = fileURLToPath(new URL("../../rivet", import.meta.url));

async function freePort() {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    await once(server, "close");
    return port;
}

// A folder that the end of the test removes.
export async function folder(t) {
    const path = await mkdtemp(join(tmpdir(), "rivet-test-"));
    t.after(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
    return path;
}

// One home of a platform, started as often as wanted: the demo, or a set of fixtures.
export class Platform {
    #command;
    #probe;
    #process;
    #output = "";

    // command: arguments of the script; probe: an actor type that it has
    constructor(t, home, command, probe) {
        this.home = home;
        this.#command = command;
        this.#probe = probe;
        t.after(() => this.kill());
    }

    static demo = (t, home) => new Platform(t, home, [], "chatRoom");
    static driver = (t, home) => new Platform(t, home, ["fixtures", "driver"], "exits");

    async start() {
        this.port ??= await freePort();
        this.url = `http://127.0.0.1:${this.port}`;
        this.#process = spawn(SCRIPT, [...this.#command, "--home", this.home, "--port", `${this.port}`, "--no-shell"], { stdio: ["ignore", "pipe", "pipe"] });
        for (const stream of [this.#process.stdout, this.#process.stderr]) {
            stream.on("data", (data) => this.#output = (this.#output + data).slice(-100_000));
        }
        await until(() => this.#answers(), `the platform to start\n${this.#output}`, 120_000);
        return this;
    }

    async #answers() {
        assert.equal(this.#process.exitCode, null, `the platform ended:\n${this.#output}`);
        const body = { name: this.#probe, key: "is-it-there", runner_name_selector: "default", crash_policy: "sleep" };
        const response = await fetch(`${this.url}/actors?namespace=default`, {
            method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(2_000),
        });
        return response.ok || sleep(100);
    }

    get pid() {
        return this.#process.pid;
    }

    get output() {
        return this.#output;
    }

    // As a power cut does, but for the disk.
    kill() {
        return this.#end("SIGKILL");
    }

    // As an operator does. Returns how the process ended.
    stop() {
        return this.#end("SIGTERM");
    }

    async #end(signal) {
        const running = this.#process;
        this.#process = undefined;
        if (running && running.exitCode === null && running.signalCode === null) {
            running.kill(signal);
            const [code, by] = await once(running, "exit");
            return { code, signal: by };
        }
    }
}
