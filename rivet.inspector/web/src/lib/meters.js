// Rates and durations out of counters that only grow: of two moments, what happened between.

// { bounds, counts, sum } of which only what came between remains.
export function between(before, after) {
    if (!after) {
        return { total: 0, sum: 0, counts: [], bounds: [] };
    }
    const counts = after.counts.map((n, i) => n - (before?.counts[i] ?? 0));
    return { bounds: after.bounds, counts, total: counts.reduce((a, b) => a + b, 0), sum: after.sum - (before?.sum ?? 0) };
}

// The bound below which a share of durations stayed, in milliseconds; undefined for none.
export function quantile({ bounds, counts, total }, share) {
    let seen = 0;
    for (let i = 0; i < counts.length; i++) {
        seen += counts[i];
        if (total > 0 && seen >= total * share) {
            return (bounds[i] ?? bounds.at(-1)) * 1_000;
        }
    }
    return undefined;
}

// Keeps what each second of the last minutes came to, by type.
export class Recent {
    #last;
    #seconds = 300;
    at = [];
    calls = new Map();
    errors = new Map();
    total = { calls: [], errors: [] };
    latency = new Map();

    add(overview) {
        const last = this.#last;
        this.#last = overview;
        if (!last || overview.at <= last.at) {
            return;
        }
        const seconds = (overview.at - last.at) / 1_000;
        const before = new Map(last.types.map((type) => [type.name, type.work]));
        this.at.push(overview.at / 1_000);
        let [calls, errors] = [0, 0];
        for (const { name, work } of overview.types) {
            const actions = between(before.get(name)?.action, work.action);
            const failed = (work.call_errors ?? 0) - (before.get(name)?.call_errors ?? 0);
            this.#push(this.calls, name, actions.total / seconds);
            this.#push(this.errors, name, failed / seconds);
            if (actions.total > 0) {
                this.latency.set(name, { mean: (actions.sum / actions.total) * 1_000, p99: quantile(actions, 0.99) });
            }
            calls += actions.total / seconds;
            errors += failed / seconds;
        }
        this.total.calls.push(calls);
        this.total.errors.push(errors);
        for (const list of [this.at, ...this.calls.values(), ...this.errors.values(), this.total.calls, this.total.errors]) {
            list.splice(0, list.length - this.#seconds);
        }
    }

    // a type that came later has no past
    #push(map, name, value) {
        const list = map.get(name) ?? Array(this.at.length - 1).fill(null);
        list.push(value);
        map.set(name, list);
    }

    now = (map, name) => map.get(name)?.at(-1) ?? 0;
}
