// The types: their code, how many actors they have, and what those do.
import { useState } from "preact/hooks";
import { bytes, count, many, rate, span } from "../lib/format.js";
import { link } from "../lib/route.js";
import { Chart } from "../parts/chart.jsx";
import { Button, Empty, Loading } from "../parts/ui.jsx";
import { RolloutPanel, RolloutState, versionName } from "./rollout.jsx";

const Tile = ({ label, value, note, kind = "" }) => (
    <div class={`tile ${kind}`}>
        <span>{label}</span>
        <strong>{value}</strong>
        {note && <small>{note}</small>}
    </div>
);

function Tiles({ overview, recent }) {
    const sum = (what) => overview.types.reduce((all, type) => all + type[what], 0);
    const failed = sum("failed");
    const errors = recent.total.errors.slice(-60).reduce((a, b) => a + b, 0);
    const { heap, heapMax } = overview.process;
    return (
        <div class="tiles">
            <Tile label="Actors" value={count(sum("actors"))} note={many(overview.namespaces.length, "namespace")} />
            <Tile label="Awake" value={count(sum("awake"))} note={`of ${many(overview.types.length, "type")}`} />
            <Tile
                label="Calls/s"
                value={rate(recent.total.calls.at(-1) ?? 0)}
                note={recent.total.calls.length ? `${rate(Math.max(...recent.total.calls))} at most` : "measuring"}
            />
            <Tile label="Errors/min" value={rate(errors)} note={errors > 0 ? "answered to callers" : "none"} kind={errors > 0 ? "bad" : ""} />
            <Tile label="Failing" value={count(failed)} note={failed > 0 ? "could not be started" : "all start"} kind={failed > 0 ? "bad" : ""} />
            <Tile label="Heap" value={bytes(heap)} note={`of ${bytes(heapMax)}`} />
        </div>
    );
}

function Throughput({ overview, recent }) {
    const busy = [...recent.calls.entries()]
        .map(([name, values]) => [name, values.reduce((a, b) => a + (b ?? 0), 0)])
        .filter(([, all]) => all > 0)
        .sort((a, b) => b[1] - a[1])
        .slice(0, 6)
        .map(([name]) => name);
    const lines = Object.fromEntries(busy.length ? busy.map((name) => [name, recent.calls.get(name)]) : [["calls", recent.total.calls]]);
    return (
        <section class="card">
            <h2>Calls a second{busy.length === 1 && <span class="soft"> {busy[0]}</span>}</h2>
            {recent.at.length > 1 ? (
                <Chart at={recent.at} lines={lines} format={rate} label={`Calls a second of the last ${recent.at.length} seconds`} />
            ) : (
                <div class="chart-wait">
                    <Loading what="Measuring" />
                </div>
            )}
        </section>
    );
}

function Type({ type, recent }) {
    const { name, versions, error } = type;
    const latency = recent.latency.get(name);
    const failing = recent.now(recent.errors, name);
    const [open, setOpen] = useState(false);
    return (
        <>
            <tr>
                <th scope="row">
                    <a href={link(["actors"], { type: name })}>{name}</a>
                    {versions.length > 0 ? (
                        versions.map((one) => (
                            <small key={one.service}>
                                {versionName(one)}
                                {versions.length > 1 && `, ${count(one.awake)} awake`}
                            </small>
                        ))
                    ) : (
                        <small class="bad">its bundle is not there</small>
                    )}
                    {error && <small class="bad">{error}</small>}
                    {versions
                        .filter((one) => one.paused)
                        .map((one) => (
                            <small key={`p${one.service}`} class={type.rollout?.stage === "done" ? "" : "bad"}>
                                {one.paused}
                            </small>
                        ))}
                </th>
                <td data-label="Roll-out">
                    <RolloutState type={type} />{" "}
                    <Button kind="small quiet" aria-expanded={open} label={`Versions of ${name}`} onClick={() => setOpen(!open)}>
                        {open ? "▴" : "▾"}
                    </Button>
                </td>
                <td data-label="Actors" class="number">
                    {count(type.actors)}
                </td>
                <td data-label="Awake" class="number">
                    {count(type.awake)}
                </td>
                <td data-label="Failing" class={`number ${type.failed ? "bad" : ""}`}>
                    {count(type.failed)}
                </td>
                <td data-label="Calls a second" class="number">
                    {rate(recent.now(recent.calls, name))}
                </td>
                <td data-label="Errors" class={`number ${failing > 0 ? "bad" : ""}`}>
                    {count(type.work.call_errors ?? 0)}
                </td>
                <td data-label="99 % within" class="number">
                    {latency?.p99 === undefined ? "–" : span(latency.p99)}
                </td>
                <td data-label="Last minutes" class="spark">
                    {recent.calls.get(name)?.some((n) => n > 0) && (
                        <Chart plain at={recent.at} lines={{ [name]: recent.calls.get(name) }} height={30} label={`Calls a second of ${name}`} />
                    )}
                </td>
            </tr>
            {open && (
                <tr class="more">
                    <td colSpan={9}>
                        <RolloutPanel type={type} />
                    </td>
                </tr>
            )}
        </>
    );
}

const Stuck = ({ turns }) => (
    <section class="card attention" aria-label="Turns that run too long">
        <h2>
            {many(turns.length, "turn")} that {turns.length === 1 ? "runs" : "run"} too long
        </h2>
        <ul class="plain">
            {turns.map((turn) => (
                <li key={turn.thread}>
                    <details>
                        <summary>
                            <a href={link(["actor", turn.actor])}>{turn.type}</a> {turn.what}, {span(turn.millis)}
                            {turn.abandoned && ", abandoned"}
                        </summary>
                        <pre>{turn.stack.join("\n")}</pre>
                    </details>
                </li>
            ))}
        </ul>
    </section>
);

// what needs somebody first, then what is used
const weight = (type) =>
    (type.error || type.versions.length === 0 || type.versions.some((one) => one.paused) || type.failed ? 2 : 0) + (type.actors > 0 ? 1 : 0);
const inOrder = (types) => types.toSorted((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name));

export function Home({ platform: { overview, recent } }) {
    if (!overview) {
        return <Loading what="Looking around" />;
    }
    return (
        <>
            <h1 class="hidden">Actor types</h1>
            <Tiles overview={overview} recent={recent} />
            {overview.stuck.length > 0 && <Stuck turns={overview.stuck} />}
            <Throughput overview={overview} recent={recent} />
            <section class="card flush" aria-label="Actor types">
                {overview.types.length === 0 ? (
                    <Empty title="No actor type yet">Drop a bundle with actors into the folder bundles, and its types appear here.</Empty>
                ) : (
                    <table class="list stacked types">
                        <thead>
                            <tr>
                                <th>Type</th>
                                <th>Roll-out</th>
                                <th class="number">Actors</th>
                                <th class="number">Awake</th>
                                <th class="number">Failing</th>
                                <th class="number">Calls/s</th>
                                <th class="number">Errors</th>
                                <th class="number">p99</th>
                                <th>Last minutes</th>
                            </tr>
                        </thead>
                        <tbody>
                            {inOrder(overview.types).map((type) => (
                                <Type key={type.name} type={type} recent={recent} />
                            ))}
                        </tbody>
                    </table>
                )}
            </section>
        </>
    );
}
