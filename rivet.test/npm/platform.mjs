// Platforms that a test starts for itself, to kill or to starve them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sleep, until } from "./support.mjs";

const SCRIPT = fileURLToPath(new URL("../../rivet", import.meta.url));

// A port that nobody listens on, for one that wants to be told.
export async function freePort() {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    server.close();
    await once(server, "close");
    return port;
}

// A folder for the home of a platform.
const folder = () => mkdtemp(join(tmpdir(), "rivet-test-"));

// One home of a platform, started as often as wanted: the demo, or a set of fixtures.
export class Platform {
    #command;
    #probe;
    #process;
    #output = "";
    #said = ""; // since its latest start
    #patient;

    // what opens its API, if that is not open
    token = undefined;

    // of its process, beside what is there
    environment = {};

    // port of the admin plane
    adminPort = "off";

    // whether it was configured to speak TLS
    secure = false;

    // command: arguments of the script; probe: an actor type that it has; after: registers what the end of the test, or of the file, has to do,
    // if that is not the caller's
    // patient: whether it has started only when the code of the probed type is there, not when that is known from earlier
    constructor(after, home, command, probe, patient = false) {
        this.#patient = patient;
        this.home = home;
        this.#command = command;
        this.#probe = probe;
        after?.(async () => {
            await this.kill();
            await rm(home, { recursive: true, force: true, maxRetries: 5 });
        });
    }

    static demo = async (after) => new Platform(after, await folder(), [], "chatRoom");
    static driver = async (after) => new Platform(after, await folder(), ["fixtures", "driver"], "exits");
    static torture = (home) => new Platform(undefined, home, ["fixtures", "torture"], "wire", true);

    // Sets configuration by PID, for the next start.
    async configure(configurations) {
        await mkdir(join(this.home, "etc"), { recursive: true });
        const head = { ":configurator:resource-version": 1, ":configurator:symbolic-name": "test", ":configurator:version": "1.0.0" };
        await writeFile(join(this.home, "etc", "test.json"), JSON.stringify({ ...head, ...configurations }));
    }

    async start() {
        await this.#spawn();
        await until(() => this.#answers(), `the platform to start\n${this.#output}`, 120_000);
        await until(() => !this.#patient || this.#said.includes(`actor type ${this.#probe} from`), `code of ${this.#probe}\n${this.#output}`, 120_000);
        return this;
    }

    // Starts it where it does not answer, and waits for what it says then.
    async startUntil(said) {
        await this.#spawn();
        await until(() => said.test(this.#output), `${said} in\n${this.#output}`, 120_000);
    }

    // Starts it where it cannot work. Returns the code with which it ended.
    async startInVain() {
        await this.#spawn();
        const [code] = await once(this.#process, "exit");
        return code;
    }

    // Kills it that long after its start, wherever it is then.
    async startAndKill(ms) {
        await this.#spawn();
        await sleep(ms);
        await this.kill();
    }

    async #spawn() {
        this.port ??= await freePort();
        this.#said = "";
        this.url = `${this.secure ? "https" : "http"}://127.0.0.1:${this.port}`;
        const ports = ["--port", `${this.port}`, "--admin-port", `${this.adminPort}`];
        this.#process = spawn(SCRIPT, [...this.#command, "--home", this.home, ...ports, "--no-shell"],
            { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...this.environment } });
        for (const stream of [this.#process.stdout, this.#process.stderr]) {
            stream.on("data", (data) => {
                this.#output = (this.#output + data).slice(-100_000);
                this.#said = (this.#said + data).slice(-100_000);
            });
        }
    }

    async #answers() {
        assert.equal(this.#process.exitCode, null, `the platform ended:\n${this.#output}`);
        const body = { name: this.#probe, key: "is-it-there", runner_name_selector: "default", crash_policy: "sleep" };
        const headers = { "content-type": "application/json", ...(this.token && { authorization: `Bearer ${this.token}` }) };
        // who its certificate is of, is nobody's question here
        const asked = (this.secure ? https : http).request(`${this.url}/actors?namespace=default`, { method: "PUT", headers, rejectUnauthorized: false, timeout: 2_000 });
        asked.on("timeout", () => asked.destroy(new Error("no answer in time"))).end(JSON.stringify(body));
        const [response] = await once(asked, "response");
        response.resume();
        return response.statusCode === 200 || sleep(100);
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
