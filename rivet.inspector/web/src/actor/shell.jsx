// SQL in a turn of the actor.
import { useMemo, useState } from "preact/hooks";
import { post } from "../lib/api.js";
import { many, span } from "../lib/format.js";
import { useKept } from "../lib/hooks.js";
import { Editor } from "../parts/editor.jsx";
import { Grid, saveCsv } from "../parts/grid.jsx";
import { Button, Empty, Trouble } from "../parts/ui.jsx";

const REMEMBERED = 20;

export function Shell({ id, tables, changed }) {
    const [text, setText] = useState(tables[0] ? `SELECT * FROM ${tables[0].name} LIMIT 100` : "");
    const [result, setResult] = useState();
    const [before, setBefore] = useKept("sql-history", []);
    const schema = useMemo(() => Object.fromEntries(tables.map((table) => [table.name, table.columns.map((column) => column.name)])), [tables]);
    const run = async () => {
        const start = performance.now();
        try {
            const rows = await post(["actors", id, "sql"], { sql: text });
            setResult({ ...rows, took: performance.now() - start });
            /^\s*(select|with|explain|pragma)\b/i.test(text) || changed();
        } catch (error) {
            setResult({ error });
        }
        setBefore([text, ...before.filter((one) => one !== text)].slice(0, REMEMBERED));
    };
    return (
        <div class="stack">
            <section class="card" aria-label="SQL">
                <Editor language="sql" label="SQL" value={text} onChange={setText} onRun={run} schema={schema} placeholder="SELECT …" />
                <div class="row">
                    {before.length > 0 && (
                        <select aria-label="Earlier statements" value="" onChange={(event) => setText(event.target.value)}>
                            <option value="">Earlier statements…</option>
                            {before.map((one) => (
                                <option key={one} value={one}>
                                    {one.length > 80 ? `${one.slice(0, 80)}…` : one}
                                </option>
                            ))}
                        </select>
                    )}
                    <span class="grow hint">It runs in a turn: what it changes is durable, and noted in the audit log. Ctrl+Enter</span>
                    <Button kind="main" disabled={!text.trim()} onClick={run}>
                        Run
                    </Button>
                </div>
            </section>
            {result && (
                <section class="card flush" aria-label="Result" aria-live="polite">
                    {result.error ? (
                        <Trouble error={result.error} />
                    ) : (
                        <>
                            <div class="row bar">
                                <h2>{many(result.rows.length, "row")}</h2>
                                <span class="soft">{span(result.took)}</span>
                                <span class="grow" />
                                {result.rows.length > 0 && <Button onClick={() => saveCsv("result", result.columns, result.rows)}>CSV</Button>}
                            </div>
                            {result.rows.length === 0 ? (
                                <Empty title="No rows" />
                            ) : (
                                <Grid label="Rows of the result" columns={result.columns} rows={result.rows} />
                            )}
                        </>
                    )}
                </section>
            )}
        </div>
    );
}
