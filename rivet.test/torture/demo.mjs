// Traffic to the demo: increments of a counter, and messages in rooms of which each shows its latest hundred.
import assert from "node:assert/strict";

const ROOM_SIZE = 50;

class Demo {
    constructor(type) {
        this.type = type;
    }

    target(round, key, dice) {
        return dice.next() < 0.5 ? round.handle(this.type, key) : round.connection(this.type, key);
    }

    mine(operations) {
        return operations.filter((entry) => entry.type === this.type);
    }
}

class Counters extends Demo {
    weight = 1;
    #sent = 0;
    #done = new Set();

    constructor() {
        super("counter");
    }

    act({ round, op, dice }) {
        return round.perform({ op, type: this.type }, () => this.target(round, "tortured", dice).increment(1));
    }

    async check({ round, operations }) {
        const mine = this.mine(operations).filter((entry) => !entry.refused);
        this.#sent += mine.length;
        for (const { result } of mine.filter((entry) => entry.done)) {
            assert.ok(!this.#done.has(result), `two increments led to ${result}`);
            this.#done.add(result);
        }
        const count = await round.handle(this.type, "tortured").get();
        assert.ok(this.#done.size <= count && count <= this.#sent, `${this.#done.size} increments acknowledged, ${this.#sent} sent, ${count} counted`);
        return { surprises: 0 };
    }
}

class Rooms extends Demo {
    weight = 1;

    constructor() {
        super("chatRoom");
    }

    act({ round, lane, op, dice }) {
        const room = `${round.number}.${lane}.${Math.floor(Number(op.split(".")[2]) / ROOM_SIZE)}`;
        // by name: the client's own send() is for queues
        return round.perform({ op, type: this.type, room }, () => this.target(round, room, dice).action({ name: "send", args: [`lane ${lane}`, op] }));
    }

    async check({ round, operations }) {
        const mine = this.mine(operations);
        let surprises = 0;
        for (const room of new Set(mine.map((entry) => entry.room))) {
            const handle = round.handle(this.type, room);
            const there = (await handle.history()).map((message) => message.text);
            assert.equal(await handle.sent(), there.length, `${room}: rows and count are of one turn`);
            const expected = mine.filter((entry) => entry.room === room);
            for (const { op, done, refused } of expected) {
                const times = there.filter((text) => text === op).length;
                assert.ok(done ? times === 1 : times <= (refused ? 0 : 1), `${op}: ${done ? "acknowledged" : "not acknowledged"}, ${times} times there`);
                surprises += !done && times === 1 ? 1 : 0;
            }
            assert.deepEqual(there.filter((text) => !expected.some((entry) => entry.op === text)), [], `${room}: only what was sent`);
        }
        return { surprises };
    }
}

export const demoKinds = () => ({ counters: new Counters(), rooms: new Rooms() });
