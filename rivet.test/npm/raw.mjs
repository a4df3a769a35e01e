// HTTP and WebSocket by hand, to say what no client would.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as dial } from "node:net";
import { endpoint, within } from "./support.mjs";

const { hostname, port } = new URL(endpoint);

// A TCP connection that the end of the test destroys.
export async function tcp(t) {
    const socket = dial({ host: hostname, port: Number(port) });
    socket.on("error", () => {});
    t.after(() => socket.destroy());
    await once(socket, "connect");
    return socket;
}

// Writes bytes and returns everything that comes back until the other side closes, or the time is over.
export async function exchange(t, bytes, ms = 5_000) {
    const socket = await tcp(t);
    const chunks = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.write(bytes);
    const closed = await within(ms, once(socket, "close"));
    socket.destroy();
    return parse(Buffer.concat(chunks), closed !== undefined);
}

function parse(bytes, closed) {
    const end = bytes.indexOf("\r\n\r\n");
    const [line, ...fields] = bytes.subarray(0, end < 0 ? bytes.length : end).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(fields.map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field.slice(field.indexOf(":") + 1).trim()]));
    const body = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
    const response = { status: Number(line.split(" ")[1] ?? 0), headers, body, closed };
    try {
        response.json = JSON.parse(body.toString());
        response.error = `${response.json.group}.${response.json.code}`;
    } catch {
        // not every body is JSON
    }
    return response;
}

// A request whose every byte is ours: headers as pairs, for order and repetition.
export function request(t, method, path, { headers = [], body = "", version = "HTTP/1.1", ms } = {}) {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    const all = [...own.has("host") ? [] : [["host", `${hostname}:${port}`]], ["connection", "close"], ...headers];
    if (bytes.length > 0 && !own.has("content-length") && !own.has("transfer-encoding")) {
        all.push(["content-length", bytes.length]);
    }
    const head = `${method} ${path} ${version}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
    return exchange(t, Buffer.concat([Buffer.from(head, "latin1"), bytes]), ms);
}

export const OP = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

// A frame as a client sends it, or as it must not.
export function frame(opcode, payload = Buffer.alloc(0), { fin = true, masked = true, reserved = 0, length } = {}) {
    const data = Buffer.from(payload);
    const size = length ?? data.length;
    const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode];
    const mask = masked ? 0x80 : 0;
    if (size < 126) {
        head.push(mask | size);
    } else if (size < 65_536) {
        head.push(mask | 126, size >> 8, size & 255);
    } else {
        const long = Buffer.alloc(8);
        long.writeBigUInt64BE(BigInt(size));
        head.push(mask | 127, ...long);
    }
    if (!masked) {
        return Buffer.concat([Buffer.from(head), data]);
    }
    const key = randomBytes(4);
    return Buffer.concat([Buffer.from(head), key, data.map((byte, i) => byte ^ key[i & 3])]);
}

// A WebSocket without manners.
export class RawSocket {
    #socket;
    #bytes = Buffer.alloc(0);
    #frames = [];
    #wake = () => {};
    #ended = false;

    static async open(t, path, { protocols = ["rivet", "rivet_encoding.json"], headers = [] } = {}) {
        const socket = await tcp(t);
        const raw = new RawSocket(socket);
        const key = randomBytes(16).toString("base64");
        const all = [["host", `${hostname}:${port}`], ["upgrade", "websocket"], ["connection", "Upgrade"], ["sec-websocket-version", "13"],
            ["sec-websocket-key", key], ...protocols.length ? [["sec-websocket-protocol", protocols.join(", ")]] : [], ...headers];
        socket.write(`GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
        raw.response = await raw.#handshake();
        return raw;
    }

    constructor(socket) {
        this.#socket = socket;
        socket.on("data", (chunk) => {
            this.#bytes = Buffer.concat([this.#bytes, chunk]);
            this.#wake();
        });
        socket.on("close", () => {
            this.#ended = true;
            this.#wake();
        });
    }

    async #more(ms) {
        const next = new Promise((resolve) => this.#wake = () => resolve(true));
        assert.ok(await within(ms, next), `nothing came within ${ms} ms`);
    }

    async #handshake() {
        while (this.#bytes.indexOf("\r\n\r\n") < 0 && !this.#ended) {
            await this.#more(5_000);
        }
        const end = this.#bytes.indexOf("\r\n\r\n") + 4;
        const response = parse(this.#bytes.subarray(0, end), this.#ended);
        this.#bytes = this.#bytes.subarray(end);
        return response;
    }

    send(...parts) {
        this.#socket.write(Buffer.concat(parts));
        return this;
    }

    destroy() {
        this.#socket.destroy();
    }

    // The next frame: { opcode, payload }, or { end: true } if the connection ended without one.
    async next(ms = 5_000) {
        while (!this.#parse() && !this.#ended) {
            await this.#more(ms);
        }
        return this.#frames.shift() ?? { end: true };
    }

    // Reads on until the close frame: "code reason", or "cut off".
    async closed(ms = 5_000) {
        while (true) {
            const { opcode, payload, end } = await this.next(ms);
            if (end) {
                return "cut off";
            }
            if (opcode === OP.close) {
                return payload.length < 2 ? "1005 " : `${payload.readUInt16BE(0)} ${payload.subarray(2)}`;
            }
        }
    }

    // The next message, as JSON, whatever pongs come before it.
    async json() {
        let next;
        do {
            next = await this.next();
        } while (next.opcode === OP.pong);
        return JSON.parse(next.payload.toString()).body;
    }

    #parse() {
        const bytes = this.#bytes;
        if (bytes.length < 2) {
            return this.#frames.length > 0;
        }
        const short = bytes[1] & 127;
        const head = short === 127 ? 10 : short === 126 ? 4 : 2;
        if (bytes.length < head) {
            return this.#frames.length > 0;
        }
        const size = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
        if (bytes.length < head + size) {
            return this.#frames.length > 0;
        }
        this.#frames.push({ opcode: bytes[0] & 15, payload: bytes.subarray(head, head + size) });
        this.#bytes = bytes.subarray(head + size);
        return this.#parse();
    }
}

export const JSON_BODY = [["content-type", "application/json"]];

// What names an actor in the query of a gateway path.
export const GET_OR_CREATE = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep";

// Fails unless the platform still serves a call.
export async function goesOn(t) {
    const { status, json } = await request(t, "POST", `/gateway/counter/action/getCount?${GET_OR_CREATE}&rvt-key=goes-on`, { body: '{"args":[]}' });
    assert.deepEqual([status, json?.output], [200, 0], "the platform goes on");
}

// The id of an actor that is there for the tests of bad input.
export async function victim(t) {
    const body = JSON.stringify({ name: "counter", key: "victim", runner_name_selector: "default", crash_policy: "sleep" });
    return (await request(t, "PUT", "/actors?namespace=default", { headers: JSON_BODY, body })).json.actor.actor_id;
}
