// The platform is killed in the middle of traffic, again and again: what it acknowledged is there exactly once afterwards, what it did not at most once.
import assert from "node:assert/strict";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "rivetkit/client";
import { Platform } from "./platform.mjs";
import { dispose, full, sleep } from "./support.mjs";

const KILLS = full ? 20 : 3;
const SEED = Number(process.env.RIVET_SEED ?? Date.now() % 1_000_000);
const LANES = 3; // calls that each client has under way
const ROOM_SIZE = 50; // a room shows its latest hundred messages

// Numbers from a seed (mulberry32), so that a run can be repeated.
function random(seed) {
    let a = seed;
    return () => {
        a = (a + 0x6D2B79F5) | 0;
        let t = Math.imul(a ^ (a >>> 15), 1 | a);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

// What was sent and what was acknowledged: in a file, whose lines are written before the request and after the answer.
class Log {
    #file;

    constructor(file) {
        this.#file = file;
    }

    sent = (entry) => appendFile(this.#file, `${JSON.stringify(entry)}\n`);
    acknowledged = (id, result) => appendFile(this.#file, `${JSON.stringify({ id, done: true, result })}\n`);

    async read() {
        const entries = new Map();
        for (const line of (await readFile(this.#file, "utf8")).split("\n").filter(Boolean)) {
            const entry = JSON.parse(line);
            entries.set(entry.id, { ...entries.get(entry.id), ...entry });
        }
        return [...entries.values()];
    }
}

// From the start of traffic to the kill.
function lifetime(round) {
    const begun = new Set();
    const life = { on: true, round };
    life.allBegun = new Promise((resolve) => life.begun = (lane) => begun.add(lane).size === 2 * LANES && resolve());
    life.over = new Promise((_, reject) => life.end = () => {
        life.on = false;
        reject(new Error("killed"));
    });
    life.over.catch(() => {});
    return life;
}

// Sends until told to stop, by one call after another. Each call is either an increment or a message.
async function traffic(name, log, target, dice, life) {
    for (let i = 0; life.on; i++) {
        const id = `${name}.${life.round}.${i}`;
        const entry = dice() < 0.5 ? { id, counter: name.split("-")[0] } : { id, room: `${name}.${life.round}.${Math.floor(i / ROOM_SIZE)}` };
        await log.sent(entry);
        try {
            // by name: the client's own send() is for queues
            const call = entry.room ? target("chatRoom", entry.room).action({ name: "send", args: [name, id] }) : target("counter", entry.counter).increment(1);
            const result = await Promise.race([call, life.over]); // a call on a connection may never end when the platform is gone (Node 22)
            await log.acknowledged(id, result);
            life.begun(name);
        } catch {
            await sleep(5); // killed, or about to be
        }
    }
}

const newClient = (platform) => createClient({ endpoint: platform.url, namespace: "default", disableMetadataLookup: true });

// One client calls over HTTP, the other over connections.
function clients(platform, closing) {
    const http = newClient(platform);
    const socket = newClient(platform);
    const open = new Map();
    const connection = (handle, key) => {
        if (!open.has(key)) {
            const opened = handle.connect();
            opened.ready.catch(() => {});
            open.set(key, opened);
            closing.push(opened);
        }
        return open.get(key);
    };
    closing.push(http, socket);
    return {
        http: (type, key) => http[type].getOrCreate([key]),
        socket: (type, key) => connection(socket[type].getOrCreate([key]), `${type} ${key}`),
    };
}

async function check(platform, log) {
    const client = newClient(platform);
    const entries = await log.read();
    let messages = 0;
    for (const room of new Set(entries.map((e) => e.room).filter(Boolean))) {
        const expected = entries.filter((e) => e.room === room);
        const there = (await client.chatRoom.getOrCreate([room]).history()).map((m) => m.text);
        assert.equal(await client.chatRoom.getOrCreate([room]).sent(), there.length, `${room}: rows and count are of one turn`);
        for (const { id, done } of expected) {
            const times = there.filter((text) => text === id).length;
            assert.ok(done ? times === 1 : times <= 1, `${id}: ${done ? "acknowledged" : "not acknowledged"}, ${times} times there`);
        }
        assert.ok(there.every((text) => expected.some((e) => e.id === text)), `${room}: only what was sent`);
        messages += there.length;
    }
    const counts = {};
    for (const name of ["http", "socket"]) {
        const sent = entries.filter((e) => e.counter === name);
        const done = sent.filter((e) => e.done).map((e) => e.result);
        counts[name] = await client.counter.getOrCreate([name]).get();
        assert.ok(done.length <= counts[name] && counts[name] <= sent.length, `${name}: ${done.length} acknowledged, ${sent.length} sent, ${counts[name]} counted`);
        assert.equal(new Set(done).size, done.length, `${name}: no two increments led to the same count`);
    }
    await client.dispose();
    return { messages, counts, acknowledged: entries.filter((e) => e.done).length, sent: entries.length };
}

test(`crash: ${KILLS} kills, seed ${SEED}`, { timeout: KILLS * 60_000 }, async (t) => {
    t.diagnostic(`seed ${SEED}, to be given as RIVET_SEED`);
    const platform = await Platform.demo((end) => t.after(end));
    const log = new Log(join(platform.home, "oracle.log"));
    const dice = random(SEED);
    let before = 0;
    await platform.start();
    for (let round = 0; round < KILLS; round++) {
        const life = lifetime(round);
        const closing = [];
        const { http, socket } = clients(platform, closing);
        const running = Array.from({ length: LANES }, (_, lane) => [traffic(`http-${lane}`, log, http, random(dice() * 1e9), life),
            traffic(`socket-${lane}`, log, socket, random(dice() * 1e9), life)]).flat();
        await life.allBegun;
        await sleep(dice() * 1_500);
        await platform.kill();
        life.end();
        await Promise.all(running);
        await Promise.all(closing.map(dispose));
        await platform.start();
        const found = await check(platform, log);
        t.diagnostic(`kill ${round + 1}: ${JSON.stringify(found)}`);
        assert.ok(found.acknowledged > before, "there was traffic");
        before = found.acknowledged;
    }
});
