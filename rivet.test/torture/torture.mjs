// The platform is killed in the middle of traffic, and while it starts, again and again. What it acknowledged is there exactly once afterwards, what it did not at most once.
import { join } from "node:path";
import { Platform } from "../npm/platform.mjs";
import { sleep } from "../npm/support.mjs";
import { Clerks } from "./clerks.mjs";
import { Dice } from "./dice.mjs";
import { Ledgers, Runners, Slates } from "./journal.mjs";
import { Mortals } from "./mortals.mjs";
import { Oracle } from "./oracle.mjs";
import { Round } from "./traffic.mjs";
import { Wires } from "./wires.mjs";

const LANES = 6; // operations that are under way at a time
const LONGEST_LIFE = 3_000;
const KILLED_AT_START = 0.3; // of the starts
const LONGEST_START = 3_000;

// A kind of traffic is an object with a weight, act({ round, lane, op, dice }), which does one operation and returns undefined if it was not answered, and check(...), which compares what
// the platform has with what the oracle knows; listen({ round }) if it wants to do something at the start of a round, and checkEarlier(round, numbers) if earlier rounds can be looked at.
const kindsOf = (platform, dice) => ({
    // these first: nobody may have called them when they are looked at
    runners: new Runners(dice.fork()), clerks: new Clerks(dice.fork()), ledgers: new Ledgers(dice.fork()), slates: new Slates(dice.fork()), mortals: new Mortals(platform.home),
    wires: new Wires(dice.fork()),
});

class Torture {
    #platform;
    #dice;
    #kinds;
    #oracle;

    constructor(platform, seed, kinds) {
        this.#platform = platform;
        this.#dice = new Dice(seed);
        this.#kinds = kinds(platform, this.#dice);
        this.#oracle = new Oracle(join(platform.home, "oracle"));
    }

    // Tells what each cycle came to.
    async run(cycles, tell) {
        const sum = { sent: 0, acknowledged: 0, surprises: 0, destroyed: 0, killedAtStart: 0 };
        sum.killedAtStart += await this.#restart();
        for (let cycle = 1; cycle <= cycles; cycle++) {
            const found = await this.#cycle(cycle, cycle === cycles);
            for (const name of Object.keys(sum)) {
                sum[name] += found[name];
            }
            tell(`cycle ${cycle}: ${JSON.stringify(found)}`);
        }
        return { cycles, ...sum };
    }

    async #cycle(number, last) {
        const { errors, lived } = await this.#live(number);
        const killedAtStart = await this.#restart();
        const found = await this.#check(number, last);
        return { ...found, killedAtStart, lived, errors };
    }

    async #live(number) {
        this.#oracle.begin(number);
        const round = new Round(number, this.#platform.url, this.#oracle, LANES);
        Object.values(this.#kinds).forEach((kind) => kind.listen?.({ round }));
        const lanes = Array.from({ length: LANES }, (_, lane) => round.run(lane, this.#kinds, this.#dice.fork()));
        const begun = await round.allBegun(60_000);
        const lived = this.#dice.below(LONGEST_LIFE);
        await sleep(lived);
        round.expectTheEnd();
        await this.#platform.kill();
        round.stop();
        await Promise.all(lanes);
        this.#oracle.end();
        await round.close();
        if (!begun || round.troubles.length > 0) {
            throw new Error(`cycle ${number}: ${begun ? round.troubles.join("\n") : "not every lane was served within a minute"}`);
        }
        return { errors: round.errors, lived };
    }

    // Returns how often it was killed before it was let start.
    async #restart() {
        let killed = 0;
        while (this.#dice.next() < KILLED_AT_START) {
            await this.#platform.startAndKill(this.#dice.below(LONGEST_START));
            killed++;
        }
        await this.#platform.start();
        return killed;
    }

    async #check(number, last) {
        const { operations, seen } = this.#oracle.read(number);
        const round = new Round(number, this.#platform.url, this.#oracle, 0);
        round.checked = number;
        const earlier = Array.from({ length: number - 1 }, (_, i) => i + 1);
        const found = { sent: operations.length, acknowledged: operations.filter((entry) => entry.done).length, events: seen.length, surprises: 0, destroyed: 0 };
        try {
            for (const kind of Object.values(this.#kinds)) {
                const { surprises, destroyed = 0 } = await kind.check({ round, operations, seen, last });
                found.surprises += surprises;
                found.destroyed += destroyed;
                await kind.checkEarlier?.(round, last || earlier.length === 0 ? earlier : [this.#dice.pick(earlier)]);
            }
        } finally {
            await round.close();
        }
        return found;
    }
}

// Runs so many cycles in a folder, and tells what each of them came to. Returns the sum. What was asked and answered, and the data, stay in the folder.
export async function torture({ cycles, seed, home, tell, platform = Platform.torture(home), kinds = kindsOf }) {
    try {
        return await new Torture(platform, seed, kinds).run(cycles, tell);
    } catch (e) {
        tell(`seed ${seed}; what was asked and answered, and the data, are in ${home}; the platform's last words:\n${platform.output.slice(-5_000)}`);
        throw e;
    } finally {
        await platform.kill();
    }
}
