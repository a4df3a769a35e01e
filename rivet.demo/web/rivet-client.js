// Speaks the actor protocol in JSON over a WebSocket: actions, events, and a new connection when one is lost.
//
//   const room = connect("chatRoom", ["lobby"]);
//   room.on("newMessage", message => ...);
//   await room.call("send", "ann", "hello");

import { decode, encode } from "./rivet-values.js";

const MAX_PENDING = 256;
const MAX_DELAY = 5_000;      // milliseconds between two attempts
const SETTLED = 5_000;        // a connection this old was a good one: begin again with short pauses

/** What an actor answered instead of a result; of group "client" if the connection failed. */
export class RivetError extends Error {
    constructor({ group, code, message, metadata }) {
        super(message || `${group}.${code}`);
        Object.assign(this, { name: "RivetError", group, code, metadata });
    }
}

/** Connects to the actor of that type and key, which is created if there is none. */
export function connect(type, key, { endpoint = location.origin, namespace = "default", pool = "default" } = {}) {
    if (key.some(part => part.includes(","))) {
        throw new RivetError({ group: "client", code: "invalid_key", message: "A key cannot hold a comma here." });
    }
    const url = new URL(`/gateway/${encodeURIComponent(type)}/connect`, endpoint);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ "rvt-namespace": namespace, "rvt-method": "getOrCreate", "rvt-runner": pool,
        ...(key.length && { "rvt-key": key.join(",") }), "rvt-crash-policy": "sleep" });
    return new Connection(url);
}

class Connection {
    #url;
    #socket;
    #status;
    #opened;
    #attempt = 0;
    #timer;
    #nextId = 0n;
    #calls = new Map();
    #listeners = new Map();
    #statusListeners = new Set();

    constructor(url) {
        this.#url = url;
        this.#open();
    }

    /** Calls an action and promises its result. A call waits while there is no connection; it is never sent twice. */
    call(name, ...args) {
        return new Promise((resolve, reject) => {
            if (this.#status === "closed" || this.#calls.size >= MAX_PENDING) {
                reject(failure(this.#status === "closed" ? "closed" : "overloaded", "The call was not sent."));
                return;
            }
            const id = this.#nextId++;
            this.#calls.set(id, { name, args, resolve, reject, sent: false });
            if (this.#status === "connected") {
                this.#request(id);
            }
        });
    }

    /** Calls the listener with the arguments of each such event. Returns a function that ends it. */
    on(event, listener) {
        if (!this.#listeners.has(event)) {
            this.#listeners.set(event, new Set());
            this.#subscribe(event, true);
        }
        const listeners = this.#listeners.get(event).add(listener);
        return () => {
            if (listeners.delete(listener) && listeners.size === 0) {
                this.#listeners.delete(event);
                this.#subscribe(event, false);
            }
        };
    }

    /** Calls the listener now and at each change with "connecting", "connected", "disconnected" or "closed". */
    onStatus(listener) {
        this.#statusListeners.add(listener);
        listener(this.#status);
        return () => this.#statusListeners.delete(listener);
    }

    /** Ends the connection for good. */
    close() {
        clearTimeout(this.#timer);
        this.#become("closed");
        this.#fail(failure("closed", "The connection was closed."), () => true);
        this.#socket.close(1000, "Disposed");
    }

    #open() {
        this.#become("connecting");
        const socket = new WebSocket(this.#url, ["rivet", "rivet_encoding.json"]);
        socket.onmessage = ({ data }) => this.#receive(data);
        socket.onclose = ({ reason }) => this.#lost(reason);
        this.#socket = socket;
        this.#opened = undefined;
    }

    #lost(reason) {
        if (this.#status === "closed") {
            return;
        }
        const [, group = "client", code = "connection_lost"] = /^([a-z_]+)\.([a-z_]+)/.exec(reason) ?? [];
        this.#become("disconnected");
        this.#fail(new RivetError({ group, code, message: "The connection was lost before the answer came." }), call => call.sent);
        this.#attempt = this.#opened && Date.now() - this.#opened > SETTLED ? 0 : this.#attempt + 1;
        const delay = Math.min(125 * 2 ** this.#attempt, MAX_DELAY);
        // spread, so that not all clients of a server come back at once
        this.#timer = setTimeout(() => this.#open(), delay * (0.5 + Math.random() / 2));
    }

    #receive(text) {
        const { tag, val } = decode(text).body;
        if (tag === "Init") {
            this.#opened = Date.now();
            this.#listeners.forEach((_, event) => this.#send("SubscriptionRequest", { eventName: event, subscribe: true }));
            this.#calls.forEach((_, id) => this.#request(id));
            this.#become("connected");
        } else if (tag === "Event") {
            this.#listeners.get(val.name)?.forEach(listener => listener(...val.args));
        } else if (tag === "ActionResponse") {
            this.#take(val.id)?.resolve(val.output);
        } else if (tag === "Error" && val.actionId != null) {
            this.#take(val.actionId)?.reject(new RivetError(val));
        } else if (tag === "Error") {
            this.#fail(new RivetError(val), () => true);
        }
    }

    #request(id) {
        const call = this.#calls.get(id);
        call.sent = true;
        this.#send("ActionRequest", { id, name: call.name, args: call.args });
    }

    #subscribe(eventName, subscribe) {
        if (this.#status === "connected") {
            this.#send("SubscriptionRequest", { eventName, subscribe });
        }
    }

    #send(tag, val) {
        this.#socket.send(encode({ body: { tag, val } }));
    }

    #take(id) {
        const call = this.#calls.get(id);
        this.#calls.delete(id);
        return call;
    }

    #fail(error, which) {
        [...this.#calls].filter(([, call]) => which(call)).forEach(([id]) => this.#take(id).reject(error));
    }

    #become(status) {
        this.#status = status;
        this.#statusListeners.forEach(listener => listener(status));
    }
}

const failure = (code, message) => new RivetError({ group: "client", code, message });
