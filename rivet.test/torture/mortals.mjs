// Actors that are destroyed and created again under their keys. A key belongs to one lane, so that it is known what follows what.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../npm/support.mjs";

const KEYS = 2; // of each lane
const AT_ONCE = 30; // ids that one request asks for

export class Mortals {
    weight = 3;
    #home;
    #dead = new Set(); // ids of those that cannot come back
    #lives = new Map(); // by key: { id, marks } of the one that was found last

    constructor(home) {
        this.#home = home;
    }

    async act({ round, lane, op, dice }) {
        const key = `m-${lane}-${dice.below(KEYS)}`;
        const handle = round.handle("mortal", key);
        const what = dice.weighed({ mark: 6, bury: 1, destroy: 1 });
        const entry = { op, type: "mortal", key, what };
        switch (what) {
            case "mark":
                return round.perform(entry, () => handle.mark(op));
            case "bury": {
                const id = await round.perform(entry, () => handle.bury());
                // that was a wish: it is fulfilled when the management API says so
                return id && round.perform({ ...entry, op: `${op}.gone`, what: "gone", id }, () => until(() => this.#isDestroyed(round, id), `the end of ${id}`, 20_000));
            }
            default: {
                const id = await handle.resolve();
                return round.perform({ ...entry, id }, () => this.#destroy(round, id));
            }
        }
    }

    async #destroy(round, id) {
        const { status } = await round.request("DELETE", `/actors/${id}?namespace=default`);
        assert.equal(status, 200);
        return true;
    }

    async #isDestroyed(round, id) {
        const [actor] = await this.#find(round, [id]);
        return !actor || actor.destroy_ts !== null;
    }

    async #find(round, ids) {
        const { status, json } = await round.request("GET", `/actors?namespace=default&include_destroyed=true&actor_ids=${ids.join(",")}`);
        assert.equal(status, 200, JSON.stringify(json));
        return json.actors;
    }

    async check({ round, operations, last }) {
        const mine = operations.filter((entry) => entry.type === "mortal");
        const before = this.#dead.size;
        mine.filter((entry) => entry.done && entry.id).forEach(({ id }) => this.#dead.add(id));
        let surprises = 0;
        for (const key of new Set(mine.map((entry) => entry.key))) {
            surprises += await this.#checkKey(round, key, mine.filter((entry) => entry.key === key));
        }
        await this.#checkDead(round, last ? [...this.#dead] : [...this.#dead].slice(-2 * AT_ONCE));
        return { surprises, destroyed: this.#dead.size - before };
    }

    async #checkKey(round, key, operations) {
        const marks = operations.filter((entry) => entry.what === "mark");
        const { json } = await round.request("GET", `/actors?namespace=default&name=mortal&key=${key}`);
        const ended = this.#checkSuccession(key, operations);
        if (json.actors.length === 0) {
            assert.ok(ended !== "alive", `${key}: nobody asked for the end of the actor that was there last`);
            this.#lives.delete(key);
            return 0;
        }
        const life = await round.handle("mortal", key).life();
        assert.ok(!this.#dead.has(life.id), `${key}: ${life.id} has risen from the dead`);
        assert.deepEqual(life.marks, life.rows, `${key}: state and rows`);
        assert.equal(new Set(life.marks).size, life.marks.length, `${key}: a mark is there twice: ${life.marks}`);
        const earlier = this.#lives.get(key)?.id === life.id ? this.#lives.get(key).marks : [];
        const expected = marks.filter((entry) => entry.done && entry.result === life.id).map((entry) => entry.op);
        const open = marks.filter((entry) => !entry.done && !entry.refused).map((entry) => entry.op);
        [...earlier, ...expected].forEach((op) => assert.ok(life.marks.includes(op), `${key}: ${op} was acknowledged by ${life.id} and is not there`));
        const known = new Set([...earlier, ...expected, ...open]);
        assert.deepEqual(life.marks.filter((op) => !known.has(op)), [], `${key}: marks of others, or of nobody`);
        this.#lives.set(key, { id: life.id, marks: life.marks });
        return open.filter((op) => life.marks.includes(op)).length;
    }

    // Each actor of a key is another one than those before, once those are destroyed. Returns what the last of them is: "alive" unless its end was asked for.
    #checkSuccession(key, operations) {
        const gone = new Set();
        let last = this.#lives.has(key) ? "alive" : "nobody";
        for (const entry of operations) {
            if (entry.what === "mark") {
                assert.ok(!gone.has(entry.result), `${key}: ${entry.result} answered after its end`);
                last = entry.done ? "alive" : last;
            } else {
                last = "asked";
                if (entry.done && entry.id) {
                    gone.add(entry.id);
                }
            }
        }
        return last;
    }

    // Who was destroyed stays destroyed, with all it stored.
    async #checkDead(round, ids) {
        for (let i = 0; i < ids.length; i += AT_ONCE) {
            for (const actor of await this.#find(round, ids.slice(i, i + AT_ONCE))) {
                assert.ok(actor.destroy_ts !== null, `${actor.actor_id} was destroyed and lives`);
            }
        }
        await until(async () => {
            const files = await readdir(join(this.#home, "data", "actors"), { recursive: true });
            const left = ids.filter((id) => files.some((file) => file.includes(id)));
            return left.length === 0 || assert.fail(`files of ${left}`);
        }, "what the destroyed had stored to be gone", 20_000);
    }
}
