// A value as a tree: what is deep or long is folded.
import { useState } from "preact/hooks";
import { special } from "../lib/json.js";

const FIRST = 100;

function Leaf({ value }) {
    const shown = special(value);
    if (shown !== undefined) {
        return <span class="value special">{shown}</span>;
    }
    const type = value === null ? "null" : typeof value;
    return <span class={`value ${type}`}>{type === "string" ? JSON.stringify(value) : String(value)}</span>;
}

const isLeaf = (value) => value === null || typeof value !== "object" || special(value) !== undefined;

function summary(value) {
    const size = Object.keys(value).length;
    return Array.isArray(value) ? `[${size}]` : `{${size}}`;
}

function Node({ name, value, depth }) {
    const [open, setOpen] = useState(depth < 2 && !isLeaf(value) && Object.keys(value).length <= FIRST);
    const [most, setMost] = useState(FIRST);
    const label = name !== undefined && <span class="name">{name}</span>;
    if (isLeaf(value)) {
        return (
            <li role="treeitem" class="leaf">
                {label}
                <Leaf value={value} />
            </li>
        );
    }
    const entries = Object.entries(value);
    return (
        <li role="treeitem" aria-expanded={open}>
            <button type="button" class="fold" onClick={() => setOpen(!open)} aria-label={`${open ? "Fold" : "Unfold"} ${name ?? "value"}`}>
                <span class="mark" aria-hidden="true">
                    {open ? "▾" : "▸"}
                </span>
                {label}
                <span class="size">{summary(value)}</span>
            </button>
            {open && entries.length > 0 && (
                <ul role="group">
                    {entries.slice(0, most).map(([key, one]) => (
                        <Node key={key} name={key} value={one} depth={depth + 1} />
                    ))}
                    {entries.length > most && (
                        <li>
                            <button type="button" class="button small" onClick={() => setMost(most + 10 * FIRST)}>
                                {entries.length - most} more
                            </button>
                        </li>
                    )}
                </ul>
            )}
        </li>
    );
}

export const Tree = ({ value, label }) => (
    <ul class="tree" role="tree" aria-label={label}>
        <Node value={value} depth={0} />
    </ul>
);
