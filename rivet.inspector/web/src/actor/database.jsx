// The actor's own database: its tables with their rows, and SQL.
import { useState } from "preact/hooks";
import { get } from "../lib/api.js";
import { count } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { Empty, Loaded } from "../parts/ui.jsx";
import { Asleep } from "./actor.jsx";
import { Rows } from "./rows.jsx";
import { Shell } from "./shell.jsx";

const SQL = "\0sql";

export function Database({ id, actor }) {
    const tables = useLoaded(() => (actor.live ? get(["actors", id, "tables"]) : undefined), [id, Boolean(actor.live)]);
    const [chosen, setChosen] = useState();
    if (!actor.live) {
        return (
            <section class="card">
                <Asleep id={id} what="its database" />
            </section>
        );
    }
    return (
        <Loaded of={tables} what="Reading the database">
            {(all) => {
                const current = chosen === SQL ? undefined : (all.find((table) => table.name === chosen) ?? all[0]);
                const sql = chosen === SQL || !current;
                return (
                    <div class="with-list">
                        <nav class="card flush picks" aria-label="Tables">
                            <button type="button" aria-current={sql} onClick={() => setChosen(SQL)}>
                                SQL
                            </button>
                            {all.map((table) => (
                                <button type="button" key={table.name} aria-current={!sql && table === current} onClick={() => setChosen(table.name)}>
                                    {table.name}
                                    {table.view && <em> view</em>}
                                    <span class="badge">{table.records === null ? "?" : count(table.records)}</span>
                                </button>
                            ))}
                            {all.length === 0 && <Empty title="No tables">The actor has made none.</Empty>}
                        </nav>
                        {sql ? (
                            <Shell id={id} tables={all} changed={tables.reload} />
                        ) : (
                            <Rows key={current.name} id={id} table={current} changed={tables.reload} />
                        )}
                    </div>
                );
            }}
        </Loaded>
    );
}
