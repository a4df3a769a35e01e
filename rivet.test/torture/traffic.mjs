// From the start of traffic to the kill: lanes, each of which sends one operation after another.
import { createClient } from "rivetkit/client";
import { isResent } from "../npm/resend.mjs";
import { dispose, sleep, within } from "../npm/support.mjs";

const LONGEST = 60_000; // an operation that takes longer has hung
const CUT_OFF = /^Connection (closed|lost)/; // a connection ends when its actor falls asleep

// What the lanes and the kinds of traffic have of one round.
export class Round {
    #oracle;
    #closing = [];
    #http;
    #socket;
    #open = new Map();
    #begun = new Set();
    #allBegun;
    #over;
    #end;
    // what hung and what failed while the platform lived
    troubles = [];
    errors = {};
    dying = false;

    constructor(number, url, oracle, lanes) {
        this.number = number;
        this.url = url;
        this.#oracle = oracle;
        this.on = true;
        this.lanes = lanes;
        this.#http = this.#client();
        this.#socket = this.#client();
        this.#allBegun = new Promise((resolve) => this.begun = (lane) => this.#begun.add(lane).size === lanes && resolve());
        this.#over = new Promise((_, reject) => this.#end = reject);
        this.#over.catch(() => {});
    }

    #client() {
        const client = createClient({ endpoint: this.url, namespace: "default", poolName: "default", disableMetadataLookup: true });
        this.#closing.push(client);
        return client;
    }

    // The handle of an actor: its calls go over HTTP.
    handle(type, key) {
        return this.#http[type].getOrCreate([key]);
    }

    // A connection to an actor, the same for all who ask.
    connection(type, key) {
        const name = `${type} ${key}`;
        if (!this.#open.has(name)) {
            const opened = this.#socket[type].getOrCreate([key]).connect();
            opened.ready.catch(() => {});
            this.#open.set(name, opened);
            this.#closing.push(opened);
        }
        return this.#open.get(name);
    }

    // A request to the management API or, by hand, to an actor.
    async request(method, path, body) {
        const response = await fetch(this.url + path, {
            method, headers: { "content-type": "application/json", "x-rivet-encoding": "json" }, body: body && JSON.stringify(body),
        });
        return { status: response.status, json: await response.json().catch(() => ({})) };
    }

    // Does something that the oracle has heard of before, and tells it how that ended. Returns the result, undefined if there is none.
    async perform(entry, call) {
        this.#oracle.sent(entry);
        try {
            const result = await Promise.race([this.#bounded(entry, call()), this.#over]);
            this.#oracle.answered(entry.op, { done: true, result });
            return result;
        } catch (e) {
            if (this.on && e.group === "user") { // the action ran to its end, which is an error
                this.#oracle.answered(entry.op, { done: true, error: e.code });
            } else if (this.on) {
                this.#failed(entry, e);
            }
        }
    }

    async #bounded(entry, call) {
        const answer = await within(LONGEST, call.then((result) => ({ result })));
        if (!answer && this.on) {
            this.troubles.push(`${JSON.stringify(entry)} has hung`);
        }
        return answer?.result;
    }

    #failed(entry, e) {
        const name = e.group ? `${e.group}.${e.code}` : e.name;
        this.#oracle.answered(entry.op, { error: name, message: e.message, refused: isResent(e) });
        if (this.dying) {
            return;
        }
        if (!e.group && !CUT_OFF.test(e.message)) {
            this.troubles.push(`${JSON.stringify(entry)} failed: ${e.stack}`);
        } else {
            this.errors[`${name}: ${e.message}`] = (this.errors[`${name}: ${e.message}`] ?? 0) + 1;
        }
    }

    seen(what) {
        this.#oracle.seen(what);
    }

    // Sends until the end. Each operation is of one of the kinds, and has a name of its own.
    async run(lane, kinds, dice) {
        const weights = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind.weight]));
        for (let i = 0; this.on; i++) {
            const op = `${this.number}.${lane}.${i}`;
            try {
                const done = await Promise.race([kinds[dice.weighed(weights)].act({ round: this, lane, op, dice }), this.#over]);
                if (done !== undefined) {
                    this.begun(lane);
                } else {
                    await sleep(2); // refused, or about to be killed
                }
            } catch {
                await sleep(2);
            }
        }
    }

    // Every lane has had an answer.
    allBegun(ms) {
        return within(ms, this.#allBegun.then(() => true));
    }

    // The platform is about to be killed: from now on a failure is no surprise.
    expectTheEnd() {
        this.dying = true;
    }

    // The platform is killed. Whoever waits for it hears of that, since a call on a connection may never end when the platform is gone (Node 22).
    stop() {
        this.on = false;
        this.#end(new Error("killed"));
    }

    close() {
        return Promise.all(this.#closing.map(dispose));
    }
}
