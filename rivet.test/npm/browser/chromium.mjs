// Headless Chromium, driven by its DevTools protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

const PLACES = [process.env.RIVET_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--ignore-certificate-errors", "--remote-debugging-port=0"];

// Where it is; undefined if it is not installed.
export const chromium = PLACES.find((place) => place && existsSync(place));

export class Browser {
    #process;
    #profile;
    #socket;
    #waiting = new Map();
    #last = 0;

    static async start() {
        const browser = new Browser();
        browser.#profile = await mkdtemp(join(tmpdir(), "rivet-chromium-"));
        browser.#process = spawn(chromium, [...FLAGS, `--user-data-dir=${browser.#profile}`, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
        browser.#socket = new WebSocket(await browser.#address(), { perMessageDeflate: false });
        await once(browser.#socket, "open");
        browser.#socket.on("message", (data) => browser.#answer(JSON.parse(data)));
        return browser;
    }

    async #address() {
        let said = "";
        for await (const piece of this.#process.stderr) {
            said += piece;
            const found = /DevTools listening on (ws:\S+)/.exec(said);
            if (found) {
                this.#process.stderr.resume();
                return found[1];
            }
        }
        throw new Error(`Chromium did not start: ${said}`);
    }

    #answer({ id, result, error }) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) {
            waiting?.reject(new Error(error.message));
        } else {
            waiting?.resolve(result);
        }
    }

    ask(method, params = {}, sessionId = undefined) {
        const id = ++this.#last;
        this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
        return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    }

    // Opens a window; returns what evaluates scripts in it, and waits for what they promise. Its ask speaks with the window itself.
    async open(url) {
        const { targetId } = await this.ask("Target.createTarget", { url, newWindow: true });
        const { sessionId } = await this.ask("Target.attachToTarget", { targetId, flatten: true });
        const ask = (method, params) => this.ask(method, params, sessionId);
        return Object.assign(async (expression) => {
            const { result, exceptionDetails } = await ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
            if (exceptionDetails) {
                throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
            }
            return result.value;
        }, { ask });
    }

    async close() {
        this.#process.kill("SIGKILL");
        await once(this.#process, "exit");
        await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
