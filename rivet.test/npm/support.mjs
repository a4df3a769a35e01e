// Clients of the platform under test, and what the tests say about them. The platform is at RIVET_ENDPOINT, with the actors of `./rivet fixtures driver`.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createClient } from "rivetkit/client";

process.env.RIVET_LOG_LEVEL ??= "silent";

export const endpoint = process.env.RIVET_ENDPOINT ?? "http://127.0.0.1:6420";
export const encodings = ["json", "cbor", "bare"];
export const full = process.env.RIVET_FULL === "true";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// What a promise gives, or undefined if that takes too long.
export async function within(ms, promise) {
    let timer;
    try {
        return await Promise.race([promise, new Promise((resolve) => timer = setTimeout(resolve, ms))]);
    } finally {
        clearTimeout(timer);
    }
}

// A namespace that no platform has seen, so that a test shares its actors with nobody.
export const freshNamespace = () => `test-${randomBytes(9).toString("hex")}`;

// The client never comes back from a dispose while it is connecting (Node 22), so there is an end to waiting for it.
export const dispose = (what) => within(1_000, what.dispose()).catch(() => {});

// A client that the end of the test closes.
export function newClient(t, options = {}) {
    const namespace = options.namespace ?? freshNamespace();
    const client = createClient({ endpoint, namespace, poolName: "default", disableMetadataLookup: true, ...options });
    t.after(() => dispose(client));
    return client;
}

// A connection that the end of the test closes.
export function connect(t, handle, ...params) {
    const connection = handle.connect(...params);
    connection.ready.catch(() => {});
    t.after(() => dispose(connection));
    return connection;
}

// The same test in each encoding, with a client in a namespace of its own.
export function each(name, body, options = {}) {
    for (const encoding of options.encodings ?? encodings) {
        test(`${name} [${encoding}]`, options, (t) => {
            const namespace = freshNamespace();
            return body({ t, encoding, namespace, client: newClient(t, { namespace, encoding }), connect: (handle, ...params) => connect(t, handle, ...params) });
        });
    }
}

// Waits until a condition holds or an assertion passes, and returns what it gave.
export async function until(condition, what, ms = 10_000) {
    const end = Date.now() + ms;
    let last = "";
    while (true) {
        try {
            const value = await condition();
            if (value) {
                return value;
            }
        } catch (e) {
            last = `: ${e.group ? `${e.group}.${e.code} ` : ""}${e.message}`;
        }
        if (Date.now() > end) {
            assert.fail(`not within ${ms} ms: ${what}${last}`);
        }
        await sleep(10);
    }
}

// Returns the error that a call ended with, which must be of this group and code.
export async function rejects(promise, group, code) {
    const error = await failure(promise);
    assert.equal(`${error.group}.${error.code}`, `${group}.${code}`, error.message);
    return error;
}

// Returns the error that a call ended with.
export async function failure(promise) {
    let result;
    try {
        result = await promise;
    } catch (e) {
        return e;
    }
    assert.fail(`no error but ${JSON.stringify(result)}`);
}

// Events of one name in the order in which they came.
export function record(connection, event) {
    const seen = [];
    connection.on(event, (...args) => seen.push(args.length === 1 ? args[0] : args));
    return seen;
}
