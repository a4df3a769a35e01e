// Traffic over WebSockets to an actor's own code, which stay while it sleeps: what was said back was written once, what was not at most once; frames of a socket are written in their order.
import assert from "node:assert/strict";
import { WebSocket } from "ws";
import { Journal } from "./journal.mjs";

const QUERY = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep&rvt-key=";

// A socket that asks and is answered.
class Wire {
    #socket;
    #waiting = new Map();
    #opened;

    constructor(url, key) {
        this.#socket = new WebSocket(`${url.replace("http", "ws")}/gateway/wire/websocket/?${QUERY}${key}`, ["rivet"]);
        this.#opened = new Promise((resolve, reject) => {
            this.#socket.once("open", resolve);
            this.#socket.once("close", (code, reason) => reject(new Error(`a WebSocket was closed: ${code} ${reason}`)));
        });
        this.#opened.catch(() => {});
        this.#socket.on("error", () => {});
        this.#socket.on("message", (data) => {
            const [op, count] = `${data}`.split(" ");
            this.#waiting.get(op)?.resolve(Number(count));
            this.#waiting.delete(op);
        });
        this.#socket.on("close", (code, reason) => {
            this.closed = true;
            this.#waiting.forEach(({ reject }) => reject(new Error(`a WebSocket was closed: ${code} ${reason}`)));
        });
    }

    async say(round, op) {
        await this.#opened;
        return new Promise((resolve, reject) => {
            if (this.closed) {
                reject(new Error("a WebSocket was closed before"));
                return;
            }
            this.#waiting.set(op, { resolve, reject });
            this.#socket.send(`${round} ${op}`);
        });
    }

    dispose() {
        this.#socket.terminate();
    }
}

export class Wires extends Journal {
    weight = 5;
    #open = new Map();
    #counts = new Map();

    constructor(dice) {
        super("wire", ["w0", "w1"], dice);
    }

    listen() {
        this.#open.forEach((wire) => wire.dispose());
        this.#open.clear();
    }

    // Each lane has a socket of its own to each actor.
    #wire(round, lane, key) {
        const name = `${lane} ${key}`;
        if (!this.#open.has(name)) {
            this.#open.set(name, new Wire(round.url, key));
        }
        return this.#open.get(name);
    }

    async act({ round, lane, op, dice }) {
        const key = dice.pick(this.keys);
        const what = dice.weighed({ say: 6, many: 2, sleep: 2 });
        const entry = { type: this.type, key, what };
        const wire = this.#wire(round, lane, key);
        switch (what) {
            case "say":
                return round.perform({ ...entry, op, times: 1 }, () => wire.say(round.number, op));
            case "many": {
                const all = await Promise.all(["a", "b", "c"].map((part) => round.perform({ ...entry, op: `${op}.${part}`, times: 1 }, () => wire.say(round.number, `${op}.${part}`))));
                const counts = all.filter((count) => count !== undefined);
                if (counts.some((count, i) => i > 0 && count <= counts[i - 1])) {
                    round.troubles.push(`frames of ${op} were handled out of order: ${counts}`);
                }
                return counts.at(-1);
            }
            default:
                return round.perform({ ...entry, op, times: 0 }, () => round.handle(this.type, key).goSleep().then(() => true));
        }
    }

    async check({ round, operations }) {
        let surprises = 0;
        for (const key of this.keys) {
            surprises += await this.checkRows(round, operations, key);
            const { count, rows } = await round.handle(this.type, key).totals();
            assert.equal(count, rows, `wire ${key}: state and rows`);
            const said = operations.filter((entry) => entry.type === this.type && entry.key === key && typeof entry.result === "number").map((entry) => entry.result);
            assert.equal(new Set(said).size, said.length, `wire ${key}: two frames led to the same count`);
            const least = Math.max(this.#counts.get(key) ?? 0, ...said);
            assert.ok(count >= least, `wire ${key}: ${least} were said, ${count} are there`);
            this.#counts.set(key, count);
        }
        return { surprises };
    }
}
