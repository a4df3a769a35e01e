// Traffic to actors that write a row for each operation: ledgers, of which everything is durable before it is answered, slates, whose state is saved now and then, and runners, which work by
// themselves.
import assert from "node:assert/strict";
import { until } from "../npm/support.mjs";

// How often an operation was found that must be there as a whole, or not at all; of those with an await point in the middle there may be half. An error that clients resend says that it has
// not begun (design 1.4).
function matches({ op, times, halves, done, refused }, found, where) {
    const allowed = done ? [times] : refused ? [0] : halves ? [0, 1, times] : [0, times];
    const fate = done ? "acknowledged" : refused ? "refused" : "not acknowledged";
    assert.ok(allowed.includes(found), `${where}: ${op} was ${fate} and is there ${found} times, not ${allowed.join(" or ")}`);
}

const countOf = (found, op) => found.filter((name) => name === op).length;

export class Journal {
    // what was found in earlier rounds, which does not change any more
    #before = new Map();

    constructor(type, keys, dice) {
        this.type = type;
        this.keys = keys;
        this.dice = dice;
    }

    target(round, key, dice) {
        return dice.next() < 0.5 ? round.handle(this.type, key) : round.connection(this.type, key);
    }

    // Returns how many of those that were not acknowledged took place.
    async checkRows(round, operations, key) {
        const found = await round.handle(this.type, key).found(round.checked);
        const mine = operations.filter((entry) => entry.type === this.type && entry.key === key && entry.times > 0);
        mine.forEach((entry) => matches(entry, countOf(found, entry.op), `${this.type} ${key}`));
        const known = new Set(mine.map((entry) => entry.op));
        assert.deepEqual(found.filter((op) => !known.has(op)), [], `${this.type} ${key}: rows that nobody wrote`);
        this.#before.set(`${key} ${round.checked}`, found);
        return mine.filter((entry) => !entry.done && found.includes(entry.op)).length;
    }

    // One of the rounds before is as it was.
    async checkEarlier(round, rounds) {
        for (const earlier of rounds) {
            for (const key of this.keys) {
                assert.deepEqual(await round.handle(this.type, key).found(earlier), this.#before.get(`${key} ${earlier}`), `${this.type} ${key}: round ${earlier} has changed`);
            }
        }
    }
}

export class Ledgers extends Journal {
    weight = 6;
    #stage; // the key of the actor to which somebody listens; it has a connection all the time
    #totals = new Map();
    #generations = new Map();

    constructor(dice) {
        super("ledger", ["l0", "l1", "l2", "stage"], dice);
        this.#stage = "stage";
    }

    listen({ round }) {
        round.connection(this.type, this.#stage).on("added", (op, count) => round.seen({ type: this.type, op, count, key: this.#stage }));
    }

    async act({ round, op, dice }) {
        const key = dice.pick(this.keys);
        const what = dice.weighed({ add: 6, many: 2, twice: 2, fail: 1, generation: 1, sleep: key === this.#stage ? 0 : 1 });
        const entry = { op, type: this.type, key, what };
        const target = this.target(round, key, dice);
        switch (what) {
            case "add":
                return round.perform({ ...entry, times: 1 }, () => target.add(round.number, op));
            case "many":
                return round.perform({ ...entry, times: 7 }, () => target.addMany(round.number, op, 7));
            case "twice":
                return round.perform({ ...entry, times: 2, halves: true }, () => target.addTwice(round.number, op, dice.below(20)));
            case "fail":
                return round.perform({ ...entry, times: 1 }, () => target.addAndFail(round.number, op));
            case "generation":
                return round.perform({ ...entry, times: 1 }, () => this.#failByHand(round, key, op));
            default:
                await round.perform({ ...entry, times: 0 }, () => dice.next() < 0.5 ? target.goSleep() : this.#sleep(round, key));
                return true;
        }
    }

    // An error says which generation it comes from.
    async #failByHand(round, key, op) {
        const id = await round.handle(this.type, key).resolve();
        const { json } = await round.request("POST", `/gateway/${id}/action/addAndFail`, { args: [round.number, op] });
        if (json.group !== "user") {
            throw Object.assign(new Error(json.message), { group: json.group, code: json.code });
        }
        return { id, generation: json.actor.generation };
    }

    async #sleep(round, key) {
        const id = await round.handle(this.type, key).resolve();
        return round.request("POST", `/actors/${id}/sleep?namespace=default`, {});
    }

    async check({ round, operations, seen }) {
        let surprises = 0;
        for (const key of this.keys) {
            surprises += await this.checkRows(round, operations, key);
            await this.#checkTotals(round, operations, key);
        }
        this.#checkGenerations(operations);
        this.#checkEvents(await round.handle(this.type, this.#stage).found(round.checked), seen);
        return { surprises };
    }

    async #checkTotals(round, operations, key) {
        const totals = await round.handle(this.type, key).totals();
        const before = this.#totals.get(key) ?? { count: 0, wakes: 0, sleeps: 0 };
        assert.equal(totals.count, totals.rows, `ledger ${key}: state and rows`);
        for (const name of ["count", "wakes", "sleeps"]) {
            assert.ok(totals[name] >= before[name], `ledger ${key}: ${name} went back from ${before[name]} to ${totals[name]}`);
        }
        assert.ok(totals.wakes > before.wakes && totals.sleeps <= totals.wakes, `ledger ${key}: it woke ${totals.wakes} times and slept ${totals.sleeps} times`);
        const results = operations.filter((entry) => entry.type === this.type && entry.key === key && typeof entry.result === "number").map((entry) => entry.result);
        assert.equal(new Set(results).size, results.length, `ledger ${key}: two operations led to the same count`);
        assert.ok(Math.max(0, ...results) <= totals.count, `ledger ${key}: a count of ${Math.max(...results)} was acknowledged, ${totals.count} is there`);
        this.#totals.set(key, totals);
    }

    #checkGenerations(operations) {
        const now = new Map();
        for (const { result: { id, generation } } of operations.filter((entry) => entry.what === "generation" && entry.done)) {
            now.set(id, Math.max(generation, now.get(id) ?? 0));
            assert.ok(generation > (this.#generations.get(id) ?? 0), `${id}: generation ${generation} came after ${this.#generations.get(id)}`);
        }
        now.forEach((generation, id) => this.#generations.set(id, generation));
    }

    // An event leaves after the commit.
    #checkEvents(found, seen) {
        const events = seen.filter((event) => event.type === this.type && event.key === this.#stage);
        const rows = new Set(found);
        events.forEach(({ op }) => assert.ok(rows.has(op), `${op} was told and is not there`));
        events.slice(1).forEach(({ count }, i) => assert.ok(count > events[i].count, `event ${count} came after ${events[i].count}`));
    }
}

export class Slates extends Journal {
    weight = 3;
    #counts = new Map();

    constructor(dice) {
        super("slate", ["s0", "s1"], dice);
    }

    async act({ round, op, dice }) {
        const key = dice.pick(this.keys);
        const what = dice.weighed({ add: 8, save: 2, sleep: 1 });
        const entry = { op, type: this.type, key, what };
        const target = this.target(round, key, dice);
        switch (what) {
            case "add":
                return round.perform({ ...entry, times: 1 }, () => target.add(round.number, op));
            case "save":
                return round.perform({ ...entry, times: 1 }, () => target.addAndSave(round.number, op));
            default:
                await round.perform({ ...entry, times: 0 }, () => target.goSleep());
                return true;
        }
    }

    async check({ round, operations }) {
        let surprises = 0;
        for (const key of this.keys) {
            surprises += await this.checkRows(round, operations, key);
            const { count, rows } = await round.handle(this.type, key).totals();
            assert.ok(count <= rows, `slate ${key}: more in the state, ${count}, than the ${rows} that were written`);
            const saved = operations.filter((entry) => entry.type === this.type && entry.key === key && entry.what === "save" && entry.done).map((entry) => entry.result);
            const least = Math.max(this.#counts.get(key) ?? 0, ...saved);
            assert.ok(count >= least, `slate ${key}: ${least} were saved, ${count} are there`);
            this.#counts.set(key, count);
        }
        return { surprises };
    }
}

// They work on by themselves, whatever becomes of the process.
export class Runners extends Journal {
    weight = 1;
    #ids = new Map();
    #totals = new Map();

    constructor(dice) {
        super("runner", ["r0", "r1"], dice);
    }

    async act({ round, op, dice }) {
        const key = dice.pick(this.keys);
        const handle = round.handle(this.type, key);
        if (!this.#ids.has(key)) {
            this.#ids.set(key, await handle.resolve());
        }
        const entry = { op, type: this.type, key, times: 1 };
        return dice.next() < 0.7 ? round.perform({ ...entry, what: "add" }, () => handle.add(round.number, op))
            : round.perform({ ...entry, what: "doze" }, () => handle.doze(round.number, op, 100 + dice.below(1_500)));
    }

    async check({ round, operations }) {
        for (const [key, id] of this.#ids) {
            await until(() => this.#runs(round, id), `runner ${key} to go on without anybody asking`, 60_000);
        }
        let surprises = 0;
        for (const key of this.keys) {
            surprises += await this.checkRows(round, operations, key);
            const totals = await round.handle(this.type, key).totals();
            const before = this.#totals.get(key) ?? { ticks: 0, runs: 0 };
            assert.equal(totals.ticks, totals.rows, `runner ${key}: state and rows`);
            assert.ok(totals.ticks >= before.ticks && totals.runs > before.runs, `runner ${key}: ${JSON.stringify(totals)} after ${JSON.stringify(before)}`);
            this.#totals.set(key, totals);
        }
        return { surprises };
    }

    async #runs(round, id) {
        const { json } = await round.request("GET", `/actors?namespace=default&actor_ids=${id}`);
        return json.actors[0].connectable_ts !== null;
    }
}
