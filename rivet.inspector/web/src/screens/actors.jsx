// All actors: found by key and id, filtered, and put to sleep or destroyed in bulk.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, post, remove } from "../lib/api.js";
import { ago, count, key, many } from "../lib/format.js";
import { useNow, useSettled } from "../lib/hooks.js";
import { adjust, go, link } from "../lib/route.js";
import { confirm, fail, say } from "../parts/notices.jsx";
import { Button, Empty, Icon, Loading, Status, Trouble } from "../parts/ui.jsx";
import { VirtualList } from "../parts/virtual.jsx";
import { Create } from "./create.jsx";
import { Import } from "./import.jsx";

const PAGE = 500;
const AT_ONCE = 8;
const ROW = 44;
const CONDITIONS = { "": "any state", awake: "awake", asleep: "asleep", failed: "failing" };

// What was found so far, and what finds more.
function useSearch(filter) {
    const [found, setFound] = useState({ actors: [], more: true, first: true });
    const state = useRef();
    const load = useCallback(async (search) => {
        if (search.busy || search.done) {
            return;
        }
        search.busy = true;
        try {
            const page = await get(["actors"], { ...filter, after: search.next, limit: PAGE }, search.abort.signal);
            search.actors = search.actors.concat(page.actors);
            search.next = page.next ?? undefined;
            search.done = !page.next;
            setFound({ actors: search.actors, more: !search.done });
        } catch (error) {
            error.name !== "AbortError" && setFound({ actors: search.actors, more: false, error });
        } finally {
            search.busy = false;
        }
    }, Object.values(filter));
    const begin = useCallback(() => {
        state.current?.abort.abort();
        state.current = { actors: [], abort: new AbortController() };
        load(state.current);
    }, [load]);
    useEffect(() => {
        begin();
        return () => state.current.abort.abort();
    }, [begin]);
    return {
        ...found,
        again: begin,
        next: () => load(state.current),
        rest: async () => {
            while (!state.current.done && !state.current.abort.signal.aborted) {
                await load(state.current);
            }
            return state.current.actors;
        },
    };
}

// Does something with each, a few at once, and tells how far it is.
async function each(ids, act, progress) {
    const left = [...ids];
    const failures = [];
    let done = 0;
    const worker = async () => {
        while (left.length && !progress.stopped()) {
            const id = left.pop();
            await act(id).catch((error) => failures.push({ id, error }));
            progress.tell(++done);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { done, failures };
}

const VERBS = {
    sleep: { word: "Sleep", past: "asleep", act: (id) => post(["actors", id, "sleep"]), text: "They are saved and woken by the next call." },
    destroy: {
        word: "Destroy",
        past: "destroyed",
        danger: true,
        act: (id) => remove(["actors", id]),
        text: "Their state, their databases and their keys are gone for good.",
    },
};

function Bulk({ chosen, clear, again }) {
    const [run, setRun] = useState();
    const stopped = useRef(false);
    const go = async (name) => {
        const verb = VERBS[name];
        const yes = await confirm({
            title: `${verb.word} ${many(chosen.size, "actor")}?`,
            text: verb.text,
            action: `${verb.word} ${count(chosen.size)}`,
            danger: verb.danger,
        });
        if (!yes) {
            return;
        }
        stopped.current = false;
        setRun({ verb, done: 0, all: chosen.size });
        const { done, failures } = await each(chosen, verb.act, { stopped: () => stopped.current, tell: (n) => setRun({ verb, done: n, all: chosen.size }) });
        setRun(undefined);
        failures.length
            ? fail(
                  Object.assign(new Error(`${many(failures.length, "actor")} could not be done: ${failures[0].error.message}`), {
                      code: failures[0].error.code,
                  }),
              )
            : say(`${many(done, "actor")} ${verb.past}`);
        clear();
        again();
    };
    if (run) {
        return (
            <div class="bulk" role="status">
                <label class="grow">
                    {run.verb.word} {count(run.done)} of {count(run.all)}
                    <progress max={run.all} value={run.done} />
                </label>
                <Button onClick={() => (stopped.current = true)}>Stop</Button>
            </div>
        );
    }
    return (
        <div class="bulk">
            <strong>{many(chosen.size, "actor")} chosen</strong>
            <Button onClick={() => go("sleep")}>Sleep</Button>
            <Button kind="danger" onClick={() => go("destroy")}>
                Destroy
            </Button>
            <Button kind="quiet" onClick={clear}>
                Choose none
            </Button>
        </div>
    );
}

function Row({ actor, now, chosen, choose }) {
    const here = link(["actor", actor.id]);
    const open = (event) => !event.target.closest("a, input, label") && !getSelection().toString() && go(["actor", actor.id]);
    return (
        <div class="actor-row" role="row" onClick={open}>
            <span role="cell">
                <input
                    type="checkbox"
                    aria-label={`Choose ${key(actor.key)}`}
                    checked={chosen.has(actor.id)}
                    onClick={(event) => choose(actor.id, event.shiftKey)}
                />
            </span>
            <span role="cell" class="key">
                <a href={here}>{key(actor.key)}</a>
            </span>
            <span role="cell" class="type">
                {actor.type}
            </span>
            <span role="cell">
                <Status of={actor} />
            </span>
            <span role="cell" class="id">
                <code>{actor.id.slice(0, 12)}</code>
            </span>
            <span role="cell" class="namespace">
                {actor.namespace}
            </span>
            <span role="cell" class="number conns">
                {actor.live ? count(actor.live.connections) : "–"}
            </span>
            <span role="cell" class="number age">
                {ago(actor.createdAt, now)}
            </span>
        </div>
    );
}

export function Actors({ query, platform: { overview } }) {
    const [text, setText] = useState(query.text ?? "");
    const settled = useSettled(text);
    const [form, setForm] = useState();
    const toggle = (name) => setForm(form === name ? undefined : name);
    const [chosen, setChosen] = useState(new Set());
    const anchor = useRef();
    const now = useNow();
    const filter = { text: query.text ?? "", type: query.type ?? "", namespace: query.namespace ?? "", condition: query.condition ?? "" };
    const search = useSearch(filter);
    const set = (change) => adjust(["actors"], { ...filter, ...change });
    const sought = useRef(filter.text);
    useEffect(() => {
        // looked for from elsewhere, as from the head of the page
        filter.text !== sought.current && setText(filter.text);
        sought.current = filter.text;
    }, [filter.text]);
    useEffect(() => {
        if (settled === text && settled !== filter.text) {
            sought.current = settled;
            set({ text: settled });
        }
    }, [settled]);
    useEffect(() => setChosen(new Set()), Object.values(filter));
    const choose = (id, range) => {
        const next = new Set(chosen);
        const ids = search.actors.map((actor) => actor.id);
        const [from, to] = range && anchor.current ? [ids.indexOf(anchor.current), ids.indexOf(id)].sort((a, b) => a - b) : [ids.indexOf(id), ids.indexOf(id)];
        const add = !chosen.has(id);
        ids.slice(from, to + 1).forEach((one) => (add ? next.add(one) : next.delete(one)));
        anchor.current = id;
        setChosen(next);
    };
    const all = async () => setChosen(chosen.size ? new Set() : new Set((await search.rest()).map((actor) => actor.id)));
    const types = overview?.types.map((type) => type.name) ?? [];
    const bare = !filter.text && !filter.condition && !filter.namespace;
    const total =
        bare && overview ? overview.types.filter((type) => !filter.type || type.name === filter.type).reduce((sum, type) => sum + type.actors, 0) : undefined;
    return (
        <>
            <div class="row head">
                <h1>Actors</h1>
                <span class="soft" role="status">
                    {total !== undefined ? count(total) : search.more ? `${count(search.actors.length)}+` : count(search.actors.length)}
                </span>
                <span class="grow" />
                <Button label="Look again" kind="icon" onClick={search.again}>
                    <Icon name="refresh" />
                </Button>
                <Button onClick={() => toggle("import")} aria-expanded={form === "import"}>
                    Import
                </Button>
                <Button kind="main" onClick={() => toggle("create")} aria-expanded={form === "create"}>
                    Create
                </Button>
            </div>
            {form === "create" && <Create types={types} type={filter.type} done={() => setForm()} />}
            {form === "import" && <Import done={() => setForm()} />}
            <div class="filters">
                <label class="grow search">
                    <span class="hidden">Key or id</span>
                    <Icon name="search" />
                    <input type="search" value={text} placeholder="Part of a key, or the beginning of an id" onInput={(event) => setText(event.target.value)} />
                </label>
                <label>
                    <span class="hidden">Type</span>
                    <select value={filter.type} onChange={(event) => set({ type: event.target.value })}>
                        <option value="">every type</option>
                        {types.map((type) => (
                            <option key={type}>{type}</option>
                        ))}
                    </select>
                </label>
                <label>
                    <span class="hidden">State</span>
                    <select value={filter.condition} onChange={(event) => set({ condition: event.target.value })}>
                        {Object.entries(CONDITIONS).map(([value, name]) => (
                            <option key={value} value={value}>
                                {name}
                            </option>
                        ))}
                    </select>
                </label>
                {overview?.namespaces.length > 1 && (
                    <label>
                        <span class="hidden">Namespace</span>
                        <select value={filter.namespace} onChange={(event) => set({ namespace: event.target.value })}>
                            <option value="">every namespace</option>
                            {overview.namespaces.map((name) => (
                                <option key={name}>{name}</option>
                            ))}
                        </select>
                    </label>
                )}
            </div>
            {chosen.size > 0 && <Bulk chosen={chosen} clear={() => setChosen(new Set())} again={search.again} />}
            <section class="card flush actor-list" role="table" aria-label="Actors" aria-rowcount={search.more ? -1 : search.actors.length}>
                <div class="actor-row heading" role="row">
                    <span role="columnheader">
                        <input type="checkbox" aria-label="Choose all that are found" checked={chosen.size > 0} onClick={() => all().catch(fail)} />
                    </span>
                    <span role="columnheader">Key</span>
                    <span role="columnheader" class="type">
                        Type
                    </span>
                    <span role="columnheader">State</span>
                    <span role="columnheader" class="id">
                        Id
                    </span>
                    <span role="columnheader" class="namespace">
                        Namespace
                    </span>
                    <span role="columnheader" class="number conns">
                        Conns
                    </span>
                    <span role="columnheader" class="number age">
                        Created
                    </span>
                </div>
                {search.error ? (
                    <Trouble error={search.error} again={search.again} />
                ) : search.first ? (
                    <Loading what="Looking for actors" />
                ) : search.actors.length === 0 ? (
                    <Empty title="No actor is like that">{bare ? "None has been created yet." : "Try fewer filters."}</Empty>
                ) : (
                    <VirtualList
                        count={search.actors.length}
                        size={ROW}
                        label="Actors that were found"
                        onEnd={search.next}
                        draw={(i) => <Row actor={search.actors[i]} now={now} chosen={chosen} choose={choose} />}
                    />
                )}
            </section>
        </>
    );
}
