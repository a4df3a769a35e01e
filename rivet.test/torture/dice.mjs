// Numbers from a seed (mulberry32), so that a run can be repeated as far as a real process allows.
export class Dice {
    #state;

    constructor(seed) {
        this.#state = seed | 0;
    }

    // From 0, below 1.
    next() {
        this.#state = (this.#state + 0x6D2B79F5) | 0;
        let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    }

    // An integer from 0, below the limit.
    below(limit) {
        return Math.floor(this.next() * limit);
    }

    pick(things) {
        return things[this.below(things.length)];
    }

    // One of the names, each as often as its weight says.
    weighed(weights) {
        let left = this.next() * Object.values(weights).reduce((a, b) => a + b, 0);
        return Object.keys(weights).find((name) => (left -= weights[name]) < 0) ?? Object.keys(weights)[0];
    }

    // Another one, which rolls by itself.
    fork() {
        return new Dice(this.next() * 2 ** 31);
    }
}
