// SQL over the databases of all actors of a type, those that sleep included. Nobody is woken, and nothing can be changed.
import { useEffect, useRef, useState } from "preact/hooks";
import { stream } from "../lib/api.js";
import { count, key, many, span } from "../lib/format.js";
import { useKept } from "../lib/hooks.js";
import { adjust, link } from "../lib/route.js";
import { Editor } from "../parts/editor.jsx";
import { Grid, saveCsv } from "../parts/grid.jsx";
import { Button, Empty, Trouble } from "../parts/ui.jsx";

const SHOWN = 1_000;
const REASONS = {
    complete: "All were asked.",
    row_limit: "There are more rows than are shown of a query.",
    cancelled: "It was stopped.",
    failed: "The actors could not be listed.",
};

// A query while it runs, and what it gave.
function useQuery() {
    const [run, setRun] = useState();
    const abort = useRef();
    useEffect(() => () => abort.current?.abort(), []);
    const start = async (query, body) => {
        abort.current?.abort();
        const mine = (abort.current = new AbortController());
        const began = performance.now();
        const state = { columns: [], rows: [], failures: [], answered: 0, running: true };
        const show = () => mine === abort.current && setRun({ ...state, took: performance.now() - began });
        const timer = setInterval(show, 200);
        try {
            await stream(["sql"], query, body, mine.signal, (line) => {
                if (line.end) {
                    state.end = line.end;
                } else if (line.error) {
                    state.failures.push(line);
                } else {
                    state.answered++;
                    state.columns = state.columns.length ? state.columns : line.rows.columns;
                    line.rows.rows.forEach((row) => state.rows.push([line, ...row]));
                }
            });
        } catch (error) {
            state.error = error.name === "AbortError" ? undefined : error;
            state.end ??= { reason: "cancelled" };
        } finally {
            clearInterval(timer);
            state.running = false;
            show();
        }
    };
    return { run, start, stop: () => abort.current?.abort() };
}

function Failures({ failures }) {
    const first = failures[0];
    return (
        <details class="trouble">
            <summary>
                <strong>{many(failures.length, "actor")} could not answer</strong>: {first.error.message}
            </summary>
            <ul class="plain">
                {failures.slice(0, 50).map((one) => (
                    <li key={one.actor}>
                        <a href={link(["actor", one.actor])}>{key(one.key)}</a>: {one.error.message}
                    </li>
                ))}
            </ul>
        </details>
    );
}

function Result({ run, stop, name }) {
    const { columns, rows, failures, end, running, took, error, answered } = run;
    const plain = () => rows.map(([line, ...row]) => [key(line.key), line.actor, ...row]);
    return (
        <section class="card flush" aria-label="Result">
            {running && <progress aria-label="Asking the actors" />}
            <div class="row bar" role="status">
                <h2>{many(rows.length, "row")}</h2>
                <span class="soft">
                    {many(answered, "actor")} with rows{end?.actors !== undefined && ` of ${count(end.actors)}`}, {span(took)}. {end && REASONS[end.reason]}
                </span>
                <span class="grow" />
                {running ? (
                    <Button kind="danger" onClick={stop}>
                        Stop
                    </Button>
                ) : (
                    rows.length > 0 && <Button onClick={() => saveCsv(name, ["key", "id", ...columns], plain())}>CSV</Button>
                )}
            </div>
            {error && <Trouble error={error} />}
            {failures.length > 0 && <Failures failures={failures} />}
            {rows.length > 0 ? (
                <Grid
                    label="Rows of the result"
                    columns={["actor", ...columns]}
                    rows={rows.slice(0, SHOWN)}
                    cell={(row, _, j) =>
                        j === 0 ? (
                            <td key={0} class="text">
                                <a href={link(["actor", row[0].actor, "database"])}>{key(row[0].key)}</a>
                            </td>
                        ) : undefined
                    }
                />
            ) : (
                !running && !error && <Empty title="No rows" />
            )}
            {rows.length > SHOWN && <p class="hint">The first {count(SHOWN)} are shown; the CSV file has them all.</p>}
        </section>
    );
}

export function Sql({ query, platform: { overview } }) {
    const [text, setText] = useKept("sql-all", "SELECT name FROM sqlite_schema WHERE type = 'table'");
    const { run, start, stop } = useQuery();
    const types = overview?.types.filter((type) => type.actors > 0).map((type) => type.name) ?? [];
    const type = query.type ?? types[0] ?? "";
    const go = () => type && text.trim() && start({}, { type, sql: text });
    return (
        <>
            <div class="row head">
                <h1>SQL over all actors of a type</h1>
            </div>
            <section class="card" aria-label="Query">
                <Editor language="sql" label="SQL" value={text} onChange={setText} onRun={go} placeholder="SELECT …" />
                <div class="row">
                    <label class="row soft">
                        of{" "}
                        <select aria-label="Type" value={type} onChange={(event) => adjust(["sql"], { type: event.target.value })}>
                            {types.map((one) => (
                                <option key={one}>{one}</option>
                            ))}
                        </select>
                    </label>
                    <span class="grow hint">It only reads, and wakes nobody. Ctrl+Enter</span>
                    <Button kind="main" disabled={!type || !text.trim() || run?.running} onClick={() => void go()}>
                        Run
                    </Button>
                </div>
            </section>
            {run && <Result run={run} stop={stop} name={type} />}
        </>
    );
}
