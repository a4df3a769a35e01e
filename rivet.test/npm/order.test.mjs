// What goes over one connection keeps its order, in both directions.
import assert from "node:assert/strict";
import { each, record, until } from "./support.mjs";

const FRAMES = 20_000;
const UNDER_WAY = 500; // an actor lets a thousand wait

each(`order: ${FRAMES} calls on one connection, their answers and events`, async ({ client, connect }) => {
    const connection = connect(client.sequence.getOrCreate(["order"]));
    const events = record(connection, "taken");
    await connection.ready;
    const answers = [];
    let next = 0;
    const lane = async () => {
        while (next < FRAMES) {
            answers.push(await connection.take(next++));
        }
    };
    await Promise.all(Array.from({ length: UNDER_WAY }, lane));
    const expected = Array.from({ length: FRAMES }, (_, i) => i);
    assert.deepEqual(await connection.seen(), { next: FRAMES, misplaced: 0 });
    assert.deepEqual(answers, expected);
    await until(() => events.length === FRAMES, "all events");
    assert.deepEqual(events, expected);
}, { timeout: 60_000 });

each("order: more calls at once than an actor lets wait", async ({ client, connect }) => {
    const connection = connect(client.sequence.getOrCreate(["flood"]));
    await connection.ready;
    const results = await Promise.allSettled(Array.from({ length: 5_000 }, (_, i) => connection.take(i)));
    const taken = results.filter((r) => r.status === "fulfilled").map((r) => r.value);
    assert.deepEqual(taken, taken.toSorted((a, b) => a - b));
    assert.ok(taken.length > 0);
    for (const { reason } of results.filter((r) => r.status === "rejected")) {
        assert.equal(`${reason.group}.${reason.code}`, "actor.overloaded");
    }
    assert.equal((await connection.seen()).next, taken.at(-1) + 1);
});
