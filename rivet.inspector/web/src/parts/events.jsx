// What happens in actors, as it happens: of one, of a type, or of all.
import { useEffect, useRef, useState } from "preact/hooks";
import { listen } from "../lib/api.js";
import { clock, count, key, many, span } from "../lib/format.js";
import { link } from "../lib/route.js";
import { Button, Empty, Icon, Pill } from "./ui.jsx";

const KEPT = 2_000;
const SHOWN = 300;
const KINDS = {
    action: ["running", "actions"],
    broadcast: ["starting", "broadcasts"],
    code: ["plain", "other code"],
    turn: ["plain", "turns"],
    started: ["starting", "starts"],
    ended: ["sleeping", "ends"],
};
// a turn is a part of what the others say
const FIRST = ["action", "broadcast", "code", "started", "ended"];

function useEvents(query, paused) {
    const [events, setEvents] = useState([]);
    const [missed, setMissed] = useState(0);
    const last = useRef(0);
    const waiting = useRef([]);
    const [reachable, setReachable] = useState(false);
    useEffect(() => {
        if (paused) {
            return undefined;
        }
        // many a second are drawn at once
        const timer = setInterval(() => {
            if (waiting.current.length > 0) {
                const fresh = waiting.current.splice(0).reverse();
                setEvents((before) => fresh.concat(before).slice(0, KEPT));
            }
        }, 250);
        const end = listen(
            ["events"],
            {
                open: setReachable,
                lost: (n) => setMissed((before) => before + n),
                events: ({ missed: left, events: fresh }) => {
                    setMissed((before) => before + left);
                    fresh.forEach((event) => waiting.current.push({ ...event, nr: ++last.current }));
                    waiting.current.splice(0, waiting.current.length - KEPT);
                },
            },
            query,
        );
        return () => {
            clearInterval(timer);
            end();
        };
    }, [JSON.stringify(query), paused]);
    return { events, missed, reachable, clear: () => setEvents([]) };
}

const Event = ({ event, ofMany }) => (
    <tr class={event.error ? "wrong" : ""}>
        <td class="narrow">
            <time>{clock(event.at)}</time>
        </td>
        {ofMany && (
            <td class="who">
                <a href={link(["actor", event.actor, "events"])}>
                    {event.type} {key(event.key)}
                </a>
            </td>
        )}
        <td class="narrow">
            <Pill kind={event.error ? "failed" : KINDS[event.kind][0]}>{event.kind}</Pill>
        </td>
        <td class="what">
            <code>{event.name}</code>
            {event.kind === "broadcast" && <span class="soft"> to {many(event.receivers, "connection")}</span>}
            {event.error && <span class="bad"> {event.error}</span>}
        </td>
        <td class="number">{event.micros > 0 ? span(event.micros / 1_000) : ""}</td>
    </tr>
);

// query: which events are asked for; ofMany: whether they are of many actors.
export function Events({ query, ofMany }) {
    const [paused, setPaused] = useState(false);
    const [kinds, setKinds] = useState(new Set(FIRST));
    const [wrong, setWrong] = useState(false);
    const [text, setText] = useState("");
    const { events, missed, reachable, clear } = useEvents(query, paused);
    const toggle = (kind) => {
        const next = new Set(kinds);
        next.delete(kind) || next.add(kind);
        setKinds(next);
    };
    const shown = events.filter(
        (event) =>
            kinds.has(event.kind) &&
            (!wrong || event.error) &&
            (!text || `${event.name} ${event.type} ${event.key} ${event.error ?? ""}`.toLowerCase().includes(text.toLowerCase())),
    );
    return (
        <section class="card flush" aria-label="Events">
            <div class="row bar">
                <div class="chips" role="group" aria-label="Kinds">
                    {Object.entries(KINDS).map(([kind, [, name]]) => (
                        <button type="button" key={kind} class="chip" aria-pressed={kinds.has(kind)} onClick={() => toggle(kind)}>
                            {name}
                        </button>
                    ))}
                    <button type="button" class="chip" aria-pressed={wrong} onClick={() => setWrong(!wrong)}>
                        failures only
                    </button>
                </div>
                <span class="grow" />
                <input
                    class="short"
                    type="search"
                    placeholder="Filter"
                    aria-label="Filter events"
                    value={text}
                    onInput={(event) => setText(event.target.value)}
                />
                <Button kind="small quiet" onClick={clear}>
                    Clear
                </Button>
                <button type="button" class={`button small live ${paused ? "" : "on"}`} aria-pressed={!paused} onClick={() => setPaused(!paused)}>
                    <Icon name={paused ? "play" : "pause"} />
                    {paused ? "paused" : reachable ? "live" : "waiting"}
                </button>
            </div>
            {missed > 0 && <p class="hint warn">{many(missed, "event")} came faster than they could be told.</p>}
            {shown.length === 0 ? (
                <Empty title={events.length ? "None of these kinds" : "Nothing has happened yet"}>What actors do appears here as they do it.</Empty>
            ) : (
                <div class="scroll" tabIndex={0} role="log" aria-label="What happened, newest first">
                    <table class="list events">
                        <tbody>
                            {shown.slice(0, SHOWN).map((event) => (
                                <Event key={event.nr} event={event} ofMany={ofMany} />
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
            <p class="row bar foot soft">
                {many(shown.length, "event")}
                {shown.length > SHOWN && `, the newest ${count(SHOWN)} are shown`}
            </p>
        </section>
    );
}
