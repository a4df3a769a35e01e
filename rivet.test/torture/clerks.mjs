// Traffic to actors that do things later: messages in their queues, and calls that they schedule. Each is done once, by whichever process, if it was acknowledged.
import assert from "node:assert/strict";
import { until } from "../npm/support.mjs";
import { Journal } from "./journal.mjs";

const LONGEST_PLAN = 4_000;

export class Clerks extends Journal {
    weight = 5;
    #stage;

    constructor(dice) {
        super("clerk", ["c0", "c1"], dice);
        this.#stage = dice.pick(this.keys);
    }

    // A connection all the time, over which events come.
    listen({ round }) {
        const key = this.#stage;
        round.connection(this.type, key).on("done", (op, count) => round.seen({ type: this.type, key, op, count }));
    }

    async act({ round, op, dice }) {
        const key = dice.pick(this.keys);
        const what = dice.weighed({ send: 4, wait: 2, note: 2, plan: 4, sleep: 1 });
        const entry = { op, type: this.type, key, what, times: what === "sleep" ? 0 : 1 };
        const target = this.target(round, key, dice);
        const message = { round: round.number, op };
        const answered = (call) => round.perform(entry, () => call.then((result) => result ?? true));
        switch (what) {
            case "send":
                return answered(round.handle(this.type, key).send("jobs", message));
            case "wait":
                return answered(round.handle(this.type, key).send("jobs", message, { wait: true, timeout: 20_000 }));
            case "note":
                return answered(target.note(round.number, op));
            case "plan":
                return answered(target.plan(round.number, op, dice.below(LONGEST_PLAN)));
            default:
                return answered(target.goSleep());
        }
    }

    async check({ round, operations, seen }) {
        let surprises = 0;
        for (const key of this.keys) {
            const handle = round.handle(this.type, key);
            // what was stored and never acknowledged is done as well
            await until(async () => (await handle.totals()).open === 0, `clerk ${key} to do what is left`, 60_000);
            const { count, rows } = await handle.totals();
            assert.equal(count, rows, `clerk ${key}: state and rows`);
            surprises += await this.checkRows(round, operations, key);
        }
        const completed = operations.filter((entry) => entry.type === this.type && entry.what === "wait" && entry.done && entry.result.status === "completed");
        completed.forEach(({ op, result }) => assert.equal(result.response, op, "a completion of another message"));
        this.#checkEvents(await round.handle(this.type, this.#stage).found(round.checked), seen.filter((event) => event.type === this.type));
        return { surprises };
    }

    // An event leaves after the commit, and none twice. What an earlier round left to be done is told in a later one.
    #checkEvents(found, events) {
        const rows = new Set(found);
        const round = found.length > 0 ? found[0].split(".")[0] : undefined;
        events.filter(({ op }) => op.split(".")[0] === round).forEach(({ op }) => assert.ok(rows.has(op), `${op} was told and is not there`));
        events.slice(1).forEach(({ count }, i) => assert.ok(count > events[i].count, `event ${count} came after ${events[i].count}`));
    }
}
