// Bad input in the actor's own HTTP routes (spec/wire.md 7): bodies, names, headers. No action runs for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn, request, victim } from "./raw.mjs";

const UNDECODABLE = [400, "core.internal_error"];

// The group and code of an error in any encoding.
function errorOf(response, encoding) {
    if (encoding === "json") {
        return response.error;
    }
    const text = response.body.toString("latin1");
    return ["core.internal_error", "message.incoming_too_long"].find((name) => name.split(".").every((part) => text.includes(part))) ?? text;
}

function answers(what, [status, error], path, options = {}, method = "POST") {
    const { encoding = "json", headers = [], ...rest } = options;
    test(`bad input, actions: ${what}`, async (t) => {
        const all = encoding === "json" ? headers : [["x-rivet-encoding", encoding], ...headers];
        const response = await request(t, method, `/gateway/${await victim(t)}${path}`, { headers: all, ...rest });
        assert.equal(response.status, status, response.body.toString());
        if (error) {
            assert.equal(errorOf(response, encoding), error);
        }
        await goesOn(t);
    });
}

const json = {
    "cut-off JSON": "{", "no JSON": "nonsense", "an array": "[]", "null": "null", "an unknown word": '{"args":[NaN]}', "something behind it": '{"args":[]} x',
    "a bigint of letters": '{"args":[["$BigInt","x"]]}', "a bigint with an exponent": '{"args":[["$BigInt","1e999999999"]]}', "bytes that are not base64": '{"args":[["$Uint8Array","***"]]}',
    "thirty thousand brackets": `{"args":${"[".repeat(30_000)}`, "bytes that are not UTF-8": Buffer.from([...Buffer.from('{"args":["'), 0xff, ...Buffer.from('"]}')]),
};

for (const [what, body] of Object.entries(json)) {
    answers(`json: ${what}`, UNDECODABLE, "/action/increment", { body });
}

const cbor = {
    "a lone break": "ff", "a map that is cut off": "a1", "an array of 2^64 - 1": "9bffffffffffffffff", "bytes of 2^64 - 1": "5bffffffffffffffff",
    "twenty thousand arrays": "81".repeat(20_000), "something behind it": "a1646172677380" + "00", "text that is not UTF-8": "a164617267738162ffff", "an array for the map": "80",
};

for (const [what, body] of Object.entries(cbor)) {
    answers(`cbor: ${what}`, UNDECODABLE, "/action/increment", { encoding: "cbor", body: Buffer.from(body, "hex") });
}

const bare = {
    "version 0": "00000180", "version 5": "05000180", "version 255": "ffff0180", "cut off": "0400", "something behind it": "0400018000", "a length of 2^63": "0400ffffffffffffffff7f80",
    "a length that never ends": `0400${"ff".repeat(12)}`, "CBOR that is none": "040001ff",
};

for (const [what, body] of Object.entries(bare)) {
    answers(`bare: ${what}`, UNDECODABLE, "/action/increment", { encoding: "bare", body: Buffer.from(body, "hex") });
}

// the original is lenient here, and so are we
for (const body of ["", "{}", '{"args":null}', '{"args":5}', '{"args":{}}', '{"args":[],"zz":1}', '{"args":[["$Nope",1]]}', '{"args":["\\ud800"]}', '{"args":[1e999]}']) {
    answers(`lenient with ${body || "an empty body"}`, [200], "/action/getCount", { body });
}
for (const encoding of ["JSON", "xml", "json, cbor"]) {
    answers(`the encoding ${encoding}`, [200], "/action/getCount", { headers: [["x-rivet-encoding", encoding]], body: '{"args":[]}' });
}
answers("another content type", [200], "/action/getCount", { headers: [["content-type", "text/html"]], body: '{"args":[]}' });
answers("two encodings", [200], "/action/getCount", { headers: [["x-rivet-encoding", "json"], ["x-rivet-encoding", "bare"]], body: '{"args":[]}' });

for (const params of ["{", "nonsense"]) {
    answers(`the parameters ${params}`, UNDECODABLE, "/action/increment", { headers: [["x-rivet-conn-params", params]], body: '{"args":[1]}' });
}
for (const params of ["", "null", "5", "[1]"]) {
    answers(`the parameters ${params || "of no length"}`, [200], "/action/getCount", { headers: [["x-rivet-conn-params", params]], body: '{"args":[]}' });
}

for (const method of ["GET", "PUT", "DELETE", "PATCH", "BREW"]) {
    answers(method, [405, "actor.method_not_allowed"], "/action/increment", {}, method);
}
answers("HEAD", [405], "/action/increment", {}, "HEAD");

for (const path of ["/action", "/action/", "/action/a/b", "/nope", "/connect", "/websocket/x", "/dynamic/reload"]) {
    answers(`the path ${path}`, [404, "actor.not_found"], path, { body: '{"args":[]}' });
}
for (const name of ["a%2fb", "..", "toString", "__proto__", "onWake", "%F0%9F%98%80", "n".repeat(30_000)]) {
    answers(`the action ${name.slice(0, 20)}`, [404, "actor.action_not_found"], `/action/${name}`, { body: '{"args":[]}' });
}
answers("an action that is not UTF-8", [400, "protocol.invalid_http_request"], "/action/%ff", { body: '{"args":[]}' });

const ofSize = (bytes) => ({ body: `{"args":["${"x".repeat(bytes - 13)}"]}` });
answers("65,536 bytes", [200], "/action/getCount", ofSize(65_536));
answers("65,537 bytes", [400, "message.incoming_too_long"], "/action/getCount", ofSize(65_537));
answers("65,537 bytes in chunks", [400, "message.incoming_too_long"], "/action/getCount",
    { headers: [["transfer-encoding", "chunked"]], body: `10001\r\n${ofSize(65_537).body}\r\n0\r\n\r\n` });
answers("an announced 100 TB", [413, "guard.invalid_request_body"], "/action/getCount", { headers: [["content-length", "99999999999999"]] });
answers("a chunk of no size", UNDECODABLE, "/action/increment", { headers: [["transfer-encoding", "chunked"]], body: "zz\r\n{}\r\n0\r\n\r\n" });
answers("a chunk of 2^64 - 1", UNDECODABLE, "/action/increment", { headers: [["transfer-encoding", "chunked"]], body: "ffffffffffffffff\r\n{}\r\n0\r\n\r\n" });

test("bad input, actions: nothing of all that ran", async (t) => {
    const response = await request(t, "POST", `/gateway/${await victim(t)}/action/getCount`, { body: '{"args":[]}' });
    assert.equal(response.json.output, 0);
});
