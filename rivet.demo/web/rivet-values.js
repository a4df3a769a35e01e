// Values as they travel in JSON: what JSON cannot hold is ["$Tag", value]; a genuine array of that look gets one $ more.

const READ = {
    $BigInt: BigInt,
    $Uint8Array: text => Uint8Array.from(atob(text), c => c.charCodeAt(0)),
    $ArrayBuffer: text => READ.$Uint8Array(text).buffer,
    $Undefined: () => undefined,
    $Set: items => new Set(items),
};

export function encode(message) {
    return JSON.stringify(message, (_, value) => {
        if (typeof value === "bigint") {
            return ["$BigInt", String(value)];
        }
        if (value instanceof Uint8Array) {
            return ["$Uint8Array", btoa(Array.from(value, byte => String.fromCharCode(byte)).join(""))];
        }
        return isTagged(value) ? ["$" + value[0], value[1]] : value;
    });
}

/** Throws if the text is no JSON or holds a tag that is not known. */
export function decode(text) {
    return JSON.parse(text, (_, value) => {
        if (!isTagged(value)) {
            return value;
        }
        const [tag, content] = value;
        return tag.startsWith("$$") ? [tag.slice(1), content] : READ[tag](content);
    });
}

function isTagged(value) {
    return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && value[0].startsWith("$");
}
