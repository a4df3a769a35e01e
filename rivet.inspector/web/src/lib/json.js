// JSON as the platform writes it: whole numbers that JavaScript cannot hold stay whole, as BigInt.

const revive = (_, value, context) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;

export const parse = (text) => JSON.parse(text, revive);

// What somebody has typed: { value }, or { error } that says why it is none.
export function read(text) {
    try {
        return { value: parse(text) };
    } catch (e) {
        return { error: e.message };
    }
}

// The same of a list.
export function readList(text, wanted) {
    const typed = read(text);
    return typed.error || Array.isArray(typed.value) ? typed : { error: wanted };
}

// Writes a value; indented if that is wanted.
export function print(value, indent = 0, level = 0) {
    if (typeof value === "bigint") {
        return value.toString();
    }
    if (value === null || typeof value !== "object") {
        return JSON.stringify(value) ?? "null";
    }
    const list = Array.isArray(value);
    const parts = list
        ? value.map((one) => print(one, indent, level + 1))
        : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}:${indent ? " " : ""}${print(one, indent, level + 1)}`);
    const [open, close] = list ? "[]" : "{}";
    if (parts.length === 0 || !indent) {
        return open + parts.join(",") + close;
    }
    const pad = " ".repeat(indent * (level + 1));
    return `${open}\n${parts.map((part) => pad + part).join(",\n")}\n${" ".repeat(indent * level)}${close}`;
}

const isObject = (value) => value !== null && typeof value === "object";

// What differs between two values: { path, before, after }, where undefined stands for nothing. No more than asked for.
export function differences(before, after, most = 100, path = "", found = []) {
    if (found.length >= most || (print(before) === print(after) && (before === undefined) === (after === undefined))) {
        return found;
    }
    if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
        found.push({ path: path || "all of it", before, after });
        return found;
    }
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const step = Array.isArray(before) ? `[${name}]` : path ? `.${name}` : name;
        differences(before[name], after[name], most, path + step, found);
    }
    return found;
}

// Bytes and big integers are pairs in the platform's JSON; for a person they are what they stand for.
export function special(value) {
    if (!Array.isArray(value) || value.length !== 2 || typeof value[1] !== "string") {
        return undefined;
    }
    return { $BigInt: `${value[1]}n`, $Uint8Array: `bytes ${value[1].slice(0, 24)}${value[1].length > 24 ? "…" : ""}` }[value[0]];
}
