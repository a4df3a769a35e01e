// Rows of a query.
import { special } from "../lib/json.js";
import { download } from "./ui.jsx";

export const shown = (value) => (value === null ? "NULL" : (special(value) ?? String(value)));

const kind = (value) =>
    value === null || value === undefined ? "null" : typeof value === "string" || value.actor ? "text" : special(value) !== undefined ? "blob" : "number";

// cell: draws one instead; acts: what is in front of each row.
export const Grid = ({ columns, rows, first = 0, cell, acts, label }) => (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table class="grid">
            <thead>
                <tr>
                    <th class="nr">#</th>
                    {columns.map((name, i) => (
                        <th key={i} scope="col" class={rows.length && kind(rows[0][i]) === "number" ? "number" : undefined}>
                            {name}
                        </th>
                    ))}
                    {acts && <th />}
                </tr>
            </thead>
            <tbody>
                {rows.map((row, i) => (
                    <tr key={i}>
                        <td class="nr">{first + i + 1}</td>
                        {row.map(
                            (value, j) =>
                                cell?.(row, i, j) ?? (
                                    <td key={j} class={kind(value)}>
                                        {shown(value)}
                                    </td>
                                ),
                        )}
                        {acts && <td class="acts">{acts(row, i)}</td>}
                    </tr>
                ))}
            </tbody>
        </table>
    </div>
);

const quoted = (value) => {
    const text = value === null ? "" : special(value) ? value[1] : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const toCsv = (columns, rows) => [columns, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";

export const saveCsv = (name, columns, rows) => download(`${name}.csv`, toCsv(columns, rows), "text/csv");
