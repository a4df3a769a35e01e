// What was asked of the platform and what it said: a file for each round, each line of which is with the operating system before the request leaves.
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

export class Oracle {
    #folder;
    #file;

    constructor(folder) {
        this.#folder = folder;
        mkdirSync(folder, { recursive: true });
    }

    begin(round) {
        this.#file = openSync(this.#path(round), "a");
    }

    end() {
        closeSync(this.#file);
        this.#file = undefined;
    }

    // An operation is about to be asked for. Its op is its name everywhere.
    sent(entry) {
        this.#write(entry);
    }

    // It was answered. After the end of a round nobody listens any more.
    answered(op, outcome) {
        this.#write({ op, ...outcome });
    }

    // Something was seen that nobody asked for, such as an event.
    seen(what) {
        this.#write({ seen: what });
    }

    #write(line) {
        if (this.#file !== undefined) {
            writeSync(this.#file, `${JSON.stringify(line)}\n`);
        }
    }

    // The operations of a round in the order in which they were asked for, each with its outcome, and what was seen.
    read(round) {
        const operations = new Map();
        const seen = [];
        for (const line of readFileSync(this.#path(round), "utf8").split("\n").filter(Boolean)) {
            const entry = JSON.parse(line);
            if (entry.seen) {
                seen.push(entry.seen);
            } else {
                operations.set(entry.op, { ...operations.get(entry.op), ...entry });
            }
        }
        return { operations: [...operations.values()], seen };
    }

    #path(round) {
        return join(this.#folder, `${round}.log`);
    }
}
