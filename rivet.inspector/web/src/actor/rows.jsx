// The rows of a table, a page at a time. Cells are edited by a double click or Enter, and written when the person says so.
import { useState } from "preact/hooks";
import { get, post } from "../lib/api.js";
import { count, many } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { parse, special } from "../lib/json.js";
import { confirm, say } from "../parts/notices.jsx";
import { Grid, saveCsv, shown } from "../parts/grid.jsx";
import { Button, Icon, Loaded } from "../parts/ui.jsx";

const PAGE = 100;
const quote = (name) => `"${name.replaceAll('"', '""')}"`;

// What was typed, as what the column holds: numbers where it had or may have them.
function typed(text, column, before) {
    const numeric = /INT|REAL|FLOA|DOUB|NUM/i.test(column.type) || typeof before === "number" || typeof before === "bigint";
    return numeric && /^-?\d+(\.\d+)?$/.test(text) ? parse(text) : text;
}

function Cell({ value, edit, editable, changed, name }) {
    const [draft, setDraft] = useState();
    if (draft !== undefined) {
        const done = (keep) => {
            keep && draft !== shown(value) && edit(draft);
            setDraft(undefined);
        };
        return (
            <td class="editing">
                <input
                    aria-label={name}
                    value={draft}
                    ref={(field) => field?.focus()}
                    onInput={(event) => setDraft(event.target.value)}
                    onBlur={() => done(true)}
                    onKeyDown={(event) => (event.key === "Enter" ? done(true) : event.key === "Escape" && done(false))}
                />
            </td>
        );
    }
    const begin = () => setDraft(value === null ? "" : String(value));
    return (
        <td
            class={`${value === null ? "null" : typeof value === "string" ? "text" : "number"} ${changed ? "changed" : ""}`}
            tabIndex={editable ? 0 : undefined}
            onDblClick={editable ? begin : undefined}
            onKeyDown={(event) => editable && event.key === "Enter" && begin()}
        >
            {shown(value)}
        </td>
    );
}

export function Rows({ id, table, changed }) {
    const [offset, setOffset] = useState(0);
    const [edits, setEdits] = useState(new Map());
    const page = useLoaded(() => get(["actors", id, "tables", table.name], { limit: PAGE, offset }), [id, table.name, offset, table.records]);
    const keys = table.columns.filter((column) => column.pk > 0);
    const canEdit = !table.view && keys.length > 0;
    const place = (columns, row) => ({
        where: keys.map((column) => `${quote(column.name)} = ?`).join(" AND "),
        values: keys.map((column) => row[columns.indexOf(column.name)]),
    });
    const write = async (columns, rows) => {
        for (const [at, value] of edits) {
            const [i, j] = at.split(":").map(Number);
            const { where, values } = place(columns, rows[i]);
            await post(["actors", id, "sql"], { sql: `UPDATE ${quote(table.name)} SET ${quote(columns[j])} = ? WHERE ${where}`, args: [value, ...values] });
        }
        say(`${many(edits.size, "cell")} written`);
        setEdits(new Map());
        page.reload();
    };
    const drop = async (columns, row) => {
        const { where, values } = place(columns, row);
        if (
            await confirm({
                title: "Delete this row?",
                text: keys.map((column, i) => `${column.name} = ${shown(values[i])}`).join(", "),
                action: "Delete",
                danger: true,
            })
        ) {
            await post(["actors", id, "sql"], { sql: `DELETE FROM ${quote(table.name)} WHERE ${where}`, args: values });
            changed();
            page.reload();
        }
    };
    return (
        <section class="card flush" aria-label={`Table ${table.name}`}>
            <Loaded of={page} what="Reading rows">
                {({ columns, rows }) => (
                    <>
                        <div class="row bar">
                            <h2>{table.name}</h2>
                            <span class="soft">{table.columns.map((column) => `${column.name} ${column.type}${column.pk ? " key" : ""}`).join(", ")}</span>
                            <span class="grow" />
                            {edits.size > 0 && (
                                <>
                                    <Button kind="quiet" onClick={() => setEdits(new Map())}>
                                        Discard
                                    </Button>
                                    <Button kind="main" onClick={() => write(columns, rows)}>
                                        Write {many(edits.size, "cell")}
                                    </Button>
                                </>
                            )}
                            <Button kind="icon" label="Read again" onClick={() => (changed(), page.reload())}>
                                <Icon name="refresh" />
                            </Button>
                            <Button onClick={() => saveCsv(table.name, columns, rows)}>CSV</Button>
                        </div>
                        <Grid
                            label={`Rows of ${table.name}`}
                            columns={columns}
                            rows={rows}
                            first={offset}
                            acts={
                                canEdit &&
                                ((row) => (
                                    <Button kind="icon" label="Delete row" onClick={() => drop(columns, row)}>
                                        <Icon name="trash" />
                                    </Button>
                                ))
                            }
                            cell={(row, i, j) => {
                                const at = `${i}:${j}`;
                                const column = table.columns.find((one) => one.name === columns[j]) ?? {};
                                const editable = canEdit && special(row[j]) === undefined;
                                return (
                                    <Cell
                                        key={j}
                                        name={columns[j]}
                                        value={edits.has(at) ? edits.get(at) : row[j]}
                                        changed={edits.has(at)}
                                        editable={editable}
                                        edit={(text) => setEdits(new Map(edits).set(at, typed(text, column, row[j])))}
                                    />
                                );
                            }}
                        />
                        <div class="row bar foot">
                            <span class="soft">
                                {rows.length === 0 ? "No rows" : `${count(offset + 1)}–${count(offset + rows.length)}`}
                                {table.records !== null && ` of ${count(table.records)}`}
                                {canEdit ? ". A double click edits a cell" : table.view ? ". A view is not edited" : ". Without a primary key, use SQL to edit"}
                            </span>
                            <span class="grow" />
                            <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
                                Before
                            </Button>
                            <Button disabled={rows.length < PAGE} onClick={() => setOffset(offset + PAGE)}>
                                After
                            </Button>
                        </div>
                    </>
                )}
            </Loaded>
        </section>
    );
}
