// Wave 2, actor-sleep-db: those with raw WebSockets.
import assert from "node:assert/strict";
import { each, sleep, until } from "./support.mjs";

const events = async (actor) => (await actor.getLogEntries()).map((entry) => entry.event);

// Waits for the start after a sleep.
async function woken(actor, read = "getCounts") {
    return until(async () => {
        const counts = await actor[read]();
        return counts.startCount >= 2 && counts;
    }, "the next start");
}

// A socket of an actor, with the messages that came.
async function open(t, actor) {
    const socket = await actor.webSocket();
    t.after(() => socket.close());
    const messages = [];
    let end = "it is open";
    socket.addEventListener("message", (event) => messages.push(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code, reason }) => end = `closed with ${code} ${reason}`);
    const next = (type, index) => until(() => {
        const found = messages.find((message) => message.type === type && message.index === index);
        assert.ok(found, end);
        return found;
    }, `${type} ${index ?? ""}`);
    await next("connected");
    return { socket, next };
}

for (const [number, type] of [[6, "sleepWithRawWsCloseDb"], [7, "sleepWithRawWsCloseDbListener"]]) {
    each(`actor-sleep-db ${number}: the close handler of a socket writes before the sleep, ${type}`, async ({ t, client }) => {
        const actor = client[type].getOrCreate();
        const { socket } = await open(t, actor);
        socket.close();
        await sleep(900);
        const status = await woken(actor, "getStatus");
        assert.equal(status.closeStarted, 1);
        assert.equal(status.closeFinished, 1);
        assert.deepEqual((await events(actor)).slice(0, 5), ["wake", "close-start", "close-finish", "sleep", "wake"]);
    });
}

each("actor-sleep-db 18: a socket that is opened during the sleep hook harms nobody", async ({ t, client }) => {
    const actor = client.sleepWithRawWs.getOrCreate();
    await open(t, actor);
    await actor.triggerSleep();
    await sleep(100);
    // held for the next start; refused would be right as well
    await open(t, actor).catch(() => {});
    const counts = await woken(actor);
    assert.ok(counts.sleepCount >= 1);
    assert.deepEqual((await events(actor)).slice(0, 3), ["wake", "sleep", "wake"]);
});

each("actor-sleep-db 24: a handler beyond the grace period does not write any more", async ({ t, client }) => {
    const actor = client.sleepWsMessageExceedsGrace.getOrCreate();
    const { socket, next } = await open(t, actor);
    socket.send("slow-db-work");
    await next("started");
    await actor.triggerSleep();
    const status = await woken(actor, "getStatus");
    assert.equal(status.messageStarted, 1);
    assert.equal(status.messageFinished, 0);
    const log = await events(actor);
    assert.ok(log.includes("msg-start") && !log.includes("msg-finish"), log.join());
});

each("actor-sleep-db 25: nor do three of them at once", async ({ t, client }) => {
    const actor = client.sleepWsConcurrentDbExceedsGrace.getOrCreate();
    const { socket, next } = await open(t, actor);
    for (let index = 0; index < 3; index++) {
        socket.send(JSON.stringify({ type: "slow-db-work", index }));
    }
    for (let index = 0; index < 3; index++) {
        await next("started", index);
    }
    await actor.triggerSleep();
    const status = await woken(actor, "getStatus");
    assert.equal(status.handlerStarted, 3);
    assert.ok(status.handlerFinished < 3);
    assert.deepEqual(status.handlerErrors, []);
    const log = await events(actor);
    for (let index = 0; index < 3; index++) {
        assert.ok(log.includes(`handler-${index}-start`) && !log.includes(`handler-${index}-finish`), log.join());
    }
});

each("actor-sleep-db 26: of writes that the sleep interrupts those that were acknowledged are there", async ({ t, client }) => {
    const actor = client.sleepWsActiveDbExceedsGrace.getOrCreate();
    const { socket, next } = await open(t, actor);
    socket.send(JSON.stringify({ type: "start-writes" }));
    await next("started");
    for (let index = 0; index < 3; index++) {
        socket.send(JSON.stringify({ type: "continue-write" }));
        assert.equal((await next("write", index)).writesCompleted, index + 1);
    }
    await actor.triggerSleep();
    const status = await woken(actor, "getStatus");
    assert.equal(status.writesCompleted, 3);
    assert.equal(status.writeError, null);
    assert.deepEqual((await events(actor)).filter((event) => event.startsWith("write-")), ["write-0", "write-1", "write-2"]);
});
