// Values of every kind (spec/wire.md 9), as they arrive at an actor and as they come back: arguments, results, events, input, state.
import assert from "node:assert/strict";
import { each, encodings, endpoint, record, rejects, until } from "./support.mjs";

const all = (what) => Object.fromEntries(encodings.map((encoding) => [encoding, what]));
// what JSON has no word for, and what it makes of it
const unlessJson = (json, other) => ({ json, cbor: other, bare: other });

// name: [value, how the actor sees it, what comes back if not the value itself], the latter two by encoding
const VALUES = {
    "null": [null, all("null")],
    "undefined": [undefined, unlessJson("null", "undefined"), unlessJson(null, undefined)],
    "true": [true, all("true")],
    "zero": [0, all("0")],
    "2^32 - 1": [2 ** 32 - 1, all("4294967295")],
    "2^32": [2 ** 32, all("4294967296")],
    "-2^32 - 1": [-(2 ** 32) - 1, all("-4294967297")],
    "2^53 - 1": [2 ** 53 - 1, all("9007199254740991")],
    "-(2^53 - 1)": [1 - 2 ** 53, all("-9007199254740991")],
    "a fraction": [0.1, all("0.1")],
    "the smallest": [Number.MIN_VALUE, all("4.9E-324")],
    "the greatest": [Number.MAX_VALUE, all("1.7976931348623157E308")],
    "NaN": [NaN, unlessJson("null", "NaN"), unlessJson(null, NaN)],
    "Infinity": [Infinity, unlessJson("null", "Infinity"), unlessJson(null, Infinity)],
    "-Infinity": [-Infinity, unlessJson("null", "-Infinity"), unlessJson(null, -Infinity)],
    "a bigint": [5n, all("5n")],
    "bigint zero": [0n, all("0n")],
    "a bigint of 64 bits": [2n ** 64n - 1n, all("18446744073709551615n")],
    "a negative one": [-(2n ** 63n), all("-9223372036854775808n")],
    "a bigint of 200 bits": [2n ** 200n, all(`${2n ** 200n}n`)],
    "a text": ["héllo 😀 \u0000 end", all("'héllo 😀 \u0000 end'")],
    "no text": ["", all("''")],
    "a text with a dollar": ["$x", all("'$x'")],
    "a pair that begins with a dollar": [["$x", 1], all("['$x', 1]")],
    "a pair that looks like a bigint": [["$BigInt", "5"], { json: "['$BigInt', '5']", cbor: "5n", bare: "['$BigInt', '5']" }, { json: ["$BigInt", "5"], cbor: 5n, bare: ["$BigInt", "5"] }],
    "a pair that looks escaped": [["$$x", null], { json: "['$$x', null]", cbor: "['$x', null]", bare: "['$$x', null]" }, { json: ["$$x", null], cbor: ["$x", null], bare: ["$$x", null] }],
    "three with a dollar": [["$x", 1, 2], all("['$x', 1, 2]")],
    "bytes": [new Uint8Array([0, 1, 255]), all("bytes 0001ff")],
    "no bytes": [new Uint8Array(0), all("bytes ")],
    "a buffer": [new Uint8Array([9, 8]).buffer, all("buffer 0908")],
    "Int8Array": [new Int8Array([-1]), unlessJson("{0: -1}", "INT8 ff"), unlessJson({ 0: -1 }, new Int8Array([-1]))],
    "Uint16Array": [new Uint16Array([1, 65535]), unlessJson("{0: 1, 1: 65535}", "UINT16 0100ffff"), unlessJson({ 0: 1, 1: 65535 }, new Uint16Array([1, 65535]))],
    "Float32Array": [new Float32Array([1.5]), unlessJson("{0: 1.5}", "FLOAT32 0000c03f"), unlessJson({ 0: 1.5 }, new Float32Array([1.5]))],
    "Float64Array": [new Float64Array([-2]), unlessJson("{0: -2}", "FLOAT64 00000000000000c0"), unlessJson({ 0: -2 }, new Float64Array([-2]))],
    "BigInt64Array": [new BigInt64Array([-3n]), unlessJson("{0: -3n}", "INT64 fdffffffffffffff"), unlessJson({ 0: -3n }, new BigInt64Array([-3n]))],
    "a date": [new Date(1_700_000_000_123), unlessJson("'2023-11-14T22:13:20.123Z'", "date 1700000000123"), unlessJson("2023-11-14T22:13:20.123Z", new Date(1_700_000_000_123))],
    "a date of whole seconds": [new Date(0), unlessJson("'1970-01-01T00:00:00.000Z'", "date 0"), unlessJson("1970-01-01T00:00:00.000Z", new Date(0))],
    "a date before 1970": [new Date(-86_400_123), unlessJson("'1969-12-30T23:59:59.877Z'", "date -86400123"), unlessJson("1969-12-30T23:59:59.877Z", new Date(-86_400_123))],
    "a map": [new Map([["a", 1], [2, new Date(0)], [{ k: 1 }, null]]), unlessJson("{}", "Map{'a' => 1, 2 => date 0, {k: 1} => null}"),
        unlessJson({}, new Map([["a", 1], [2, new Date(0)], [{ k: 1 }, null]]))],
    "a set": [new Set([1, "two", [3n]]), unlessJson("{}", "Set{1, 'two', [3n]}"), unlessJson({}, new Set([1, "two", [3n]]))],
    "a regular expression": [/a+b/gi, unlessJson("{}", "tag 27 ['RegExp', 'a+b', 'gi']"), unlessJson({}, /a+b/gi)],
    "holes": [[1, , 3], unlessJson("[1, null, 3]", "[1, undefined, 3]"), unlessJson([1, null, 3], [1, undefined, 3])],
    "values within values": [{ a: { b: [undefined, 1n, new Uint8Array([7])] }, c: undefined }, unlessJson("{a: {b: [null, 1n, bytes 07]}}", "{a: {b: [undefined, 1n, bytes 07]}, c: undefined}"),
        unlessJson({ a: { b: [null, 1n, new Uint8Array([7])] } }, { a: { b: [undefined, 1n, new Uint8Array([7])] }, c: undefined })],
    "maps within lists": [[new Map([["k", new Set([new Date(5)])]])], unlessJson("[{}]", "[Map{'k' => Set{date 5}}]"), unlessJson([{}], [new Map([["k", new Set([new Date(5)])]])])],
    "keys that are numbers": [{ 1: "a", b: "c" }, all("{1: 'a', b: 'c'}")],
    "fifty levels": [Array.from({ length: 50 }).reduce((inner) => [inner], "deep"), all(`${"[".repeat(50)}'deep'${"]".repeat(50)}`)],
};

const back = ([value, , others], encoding) => others ? others[encoding] : value;

for (const [name, entry] of Object.entries(VALUES)) {
    each(`values: ${name}`, async ({ client, connect, encoding }) => {
        const [value, seen] = entry;
        const handle = client.valueKinds.getOrCreate(["values"]);
        const connection = connect(handle);
        const told = record(connection, "told");
        for (const actor of [handle, connection]) {
            assert.equal(await actor.describe(value, 1), `${seen[encoding]} 1`);
            assert.deepEqual(await actor.echo(value), back(entry, encoding));
        }
        await handle.tell(value, "end");
        await until(() => told.length === 1, "the event");
        assert.deepEqual(told, [[back(entry, encoding), "end"]]);
    });
}

each("values: a date that is none", async ({ client, encoding }) => {
    const back = await client.valueKinds.getOrCreate(["values"]).echo(new Date(NaN));
    assert.ok(encoding === "json" ? back === null : back instanceof Date && Number.isNaN(back.getTime()));
});

each("values: everything at once survives sleep", async ({ client, encoding, namespace }) => {
    const handle = client.valueKinds.getOrCreate(["values"]);
    const everything = Object.entries(VALUES).filter(([name]) => !["undefined", "fifty levels"].includes(name));
    await handle.keep(everything.map(([, [value]]) => value));
    const before = await handle.keptAs();
    const response = await fetch(`${endpoint}/actors/${await handle.resolve()}/sleep?namespace=${namespace}`,
        { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    assert.equal(response.status, 200);
    assert.equal(await handle.keptAs(), before);
    assert.deepEqual(await handle.kept(), everything.map(([, entry]) => back(entry, encoding)));
});

// input is CBOR whatever the encoding: nothing is lost on the way, neither in the query of a gateway path nor in the body of an API call
each("values: input", async ({ client }) => {
    const input = { big: 2n ** 70n, bytes: new Uint8Array([1, 255]), at: new Date(1_700_000_000_123), map: new Map([[1, "x"]]), set: new Set(["y"]), floats: new Float32Array([1.5]),
        none: undefined, list: [null, 0.1, -1, 2 ** 40], nan: NaN };
    const seen = "{big: 1180591620717411303424n, bytes: bytes 01ff, at: date 1700000000123, map: Map{1 => 'x'}, set: Set{'y'}, floats: FLOAT32 0000c03f, none: undefined, "
        + "list: [null, 0.1, -1, 1099511627776], nan: NaN}";
    assert.equal(await client.valueKinds.getOrCreate(["query"], { createWithInput: input }).keptAs(), seen);
    assert.equal(await (await client.valueKinds.create(["body"], { input })).keptAs(), seen);
    for (const [i, falsy] of [0, "", false, null].entries()) {
        const as = { 0: "0", 1: "''", 2: "false", 3: "null" }[i];
        assert.equal(await client.valueKinds.getOrCreate([`query ${i}`], { createWithInput: falsy }).keptAs(), as);
    }
});

each("values: mapped to the types of Java and back", async ({ client, encoding }) => {
    const actor = client.valueKinds.getOrCreate(["typed"]);
    const at = new Date(1_700_000_000_123);
    const value = { big: 2n ** 70n, bytes: new Uint8Array([1, 2]), at, names: ["x", "y"], counts: { a: 1 }, number: 1, whole: 2 ** 40, flag: true, list: [1, 2] };
    const result = await actor.typed(value);
    assert.deepEqual({ ...result, at: new Date(result.at), names: [...result.names] }, value);
    if (encoding !== "json") {
        assert.deepEqual(result.at, at);
        assert.deepEqual([...(await actor.typed({ ...value, names: new Set(["z"]) })).names], ["z"]);
    }
    for (const wrong of [{ big: "x" }, { at: "yesterday" }, { list: [1, "two"] }, { whole: 1.5 }, { whole: 2n ** 70n }, { bytes: 5 }]) {
        await rejects(actor.typed({ ...value, ...wrong }), "actor", "validation_error");
    }
});

each("values: limits count bytes, not characters", async ({ client, connect }) => {
    const handle = client.valueKinds.getOrCreate(["limits"]);
    for (const actor of [handle, connect(handle)]) {
        assert.equal((await actor.repeat("€", 300_000)).length, 300_000);
        await rejects(actor.repeat("€", 400_000), "message", "outgoing_too_long");
        assert.equal(await actor.describe("€".repeat(20_000)), `'${"€".repeat(20_000)}'`);
    }
    await rejects(handle.describe("€".repeat(22_000)), "message", "incoming_too_long");
});
