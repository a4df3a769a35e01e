// One actor as it is, live, with what it was like before.
import { useEffect, useRef, useState } from "preact/hooks";
import { get, listen } from "../lib/api.js";
import { differences, print } from "../lib/json.js";

const CHANGES = 100;
const SECONDS = 300;

// Turns, time in turns and errors of each second, out of counters.
function sample(samples, actor) {
    const at = Date.now();
    const live = actor?.live;
    const last = samples.last;
    samples.last = live && { at, instance: live.instance, generation: actor.generation, turns: live.turns, errors: live.errors, busy: live.busyMicros };
    const same = live && last && last.instance === live.instance && last.generation === actor.generation;
    const seconds = same ? (at - last.at) / 1_000 : 1;
    samples.at.push(at / 1_000);
    samples.turns.push(same ? (live.turns - last.turns) / seconds : 0);
    samples.errors.push(same ? (live.errors - last.errors) / seconds : 0);
    samples.busy.push(same ? Math.min(100, (live.busyMicros - last.busy) / seconds / 10_000) : 0);
    samples.connections.push(live?.connections ?? 0);
    for (const list of [samples.at, samples.turns, samples.errors, samples.busy, samples.connections]) {
        list.splice(0, list.length - SECONDS);
    }
}

// { actor, state, snapshot, changes, samples, trouble, reachable, paused, setPaused }; actor is null when there is none.
export function useActor(id) {
    const [paused, setPaused] = useState(false);
    const [view, setView] = useState({ changes: [], reachable: true });
    const samples = useRef({ at: [], turns: [], errors: [], busy: [], connections: [] });
    const newest = useRef();
    useEffect(() => {
        if (paused) {
            return undefined;
        }
        const set = (part) => setView((before) => ({ ...before, ...part }));
        const timer = setInterval(() => {
            sample(samples.current, newest.current);
            set({});
        }, 1_000);
        const end = listen(["actors", id], {
            open: (reachable) => set({ reachable }),
            trouble: (trouble) => set({ trouble }),
            actor: (actor) => {
                newest.current = actor;
                set({ actor });
                if (actor && !actor.live) {
                    set({ snapshot: undefined });
                    get(["actors", id, "state"]).then(
                        (state) => set({ state }),
                        () => undefined,
                    );
                }
            },
            snapshot: (snapshot) => set({ snapshot }),
            state: (state) =>
                setView((before) => {
                    if (!before.state || print(before.state.value) === print(state.value)) {
                        return { ...before, state };
                    }
                    const change = { at: Date.now(), before: before.state.value, after: state.value, parts: differences(before.state.value, state.value) };
                    return { ...before, state, changes: [change, ...before.changes].slice(0, CHANGES) };
                }),
        });
        return () => {
            clearInterval(timer);
            end();
        };
    }, [id, paused]);
    return { ...view, samples: samples.current, paused, setPaused };
}
