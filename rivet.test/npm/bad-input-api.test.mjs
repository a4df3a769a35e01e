// Bad input at the door of the engine API (spec/wire.md 3): the error is the spec's, and the platform goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn, JSON_BODY, request } from "./raw.mjs";

const WISH = { name: "counter", key: "api", runner_name_selector: "default", crash_policy: "sleep" };
const UNKNOWN_ID = "0".repeat(30);

function refuses(what, status, error, send) {
    test(`bad input, API: ${what}`, async (t) => {
        const response = await send((...parts) => request(t, ...parts));
        assert.deepEqual([response.status, response.error], [status, error], response.body.toString());
        assert.ok(response.json.message, "a message for people");
        await goesOn(t);
    });
}

const bodies = {
    "an empty body": "", "cut-off JSON": "{", "no JSON at all": "nonsense", "an array": "[]", "null": "null", "a number": "1", "a string": '"x"',
    "a name that is a number": '{"name":1,"key":"api","runner_name_selector":"default","crash_policy":"sleep"}',
    "a key that is a list": JSON.stringify({ ...WISH, key: ["api"] }), "a null for a key": JSON.stringify({ ...WISH, key: null }),
    "an unknown field": JSON.stringify({ ...WISH, zz: 1 }), "a field twice": JSON.stringify(WISH).replace("{", '{"name":"counter",'),
    "a missing field": '{"name":"counter"}', "an empty name": JSON.stringify({ ...WISH, name: "" }), "a crash policy of its own": JSON.stringify({ ...WISH, crash_policy: "explode" }),
    "input that is not base64": JSON.stringify({ ...WISH, input: "***" }), "input that is not CBOR": JSON.stringify({ ...WISH, input: "/////w==" }),
    "input that is cut off": JSON.stringify({ ...WISH, input: "mf8=" }), "a hundred thousand brackets": "[".repeat(100_000), "fifty thousand objects": '{"a":'.repeat(50_000),
    "bytes that are not UTF-8": Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "something behind the JSON": `${JSON.stringify(WISH)} x`,
};

for (const [what, body] of Object.entries(bodies)) {
    refuses(what, 400, "api.bad_request", (send) => send("PUT", "/actors?namespace=default", { headers: JSON_BODY, body }));
}

const wishes = {
    "an unknown actor type": [{ name: "nobody" }, "actor.not_registered"], "a name with a NUL": [{ name: "a\0b" }, "actor.not_registered"],
    "a name that is a path": [{ name: "../counter" }, "actor.not_registered"], "an empty key": [{ key: "" }, "actor.empty_key"],
    "a key that is too long": [{ key: "k".repeat(1_025) }, "actor.key_too_large"], "an unknown pool": [{ runner_name_selector: "nopool" }, "actor.no_runner_config_configured"],
    "an unknown region": [{ datacenter: "nowhere" }, "datacenter.not_found"],
    "input that is too long": [{ input: Buffer.alloc(4 * 1_048_576 + 8, 0x60).toString("base64") }, "actor.input_too_large"],
};

for (const [what, [change, error]] of Object.entries(wishes)) {
    refuses(what, 400, error, (send) => send("PUT", "/actors?namespace=default", { headers: JSON_BODY, body: JSON.stringify({ ...WISH, ...change }) }));
}

refuses("no content type", 400, "api.bad_request", (send) => send("PUT", "/actors?namespace=default", { body: JSON.stringify(WISH) }));
refuses("another content type", 400, "api.bad_request", (send) => send("POST", "/actors?namespace=default", { headers: [["content-type", "text/plain"]], body: JSON.stringify(WISH) }));
refuses("an announced body of 100 TB", 413, "guard.invalid_request_body", (send) => send("PUT", "/actors?namespace=default",
    { headers: [...JSON_BODY, ["content-length", "99999999999999"]] }));

const namespaces = {
    "no namespace": ["", "api.bad_request"], "an empty namespace": ["?namespace=", "api.bad_request"], "two namespaces": ["?namespace=default&namespace=default", "api.bad_request"],
    "an unknown parameter": ["?namespace=default&zz=1", "api.bad_request"], "a namespace with a blank": ["?namespace=a%20b", "namespace.not_found"],
    "a namespace that is a path": ["?namespace=../etc", "namespace.not_found"], "a namespace of 65 characters": [`?namespace=${"x".repeat(65)}`, "namespace.not_found"],
    "a namespace with a NUL": ["?namespace=a%00b", "namespace.not_found"], "a namespace that is not UTF-8": ["?namespace=%ff", "namespace.not_found"],
    "a namespace with a broken escape": ["?namespace=%zz", "namespace.not_found"],
};

for (const [what, [query, error]] of Object.entries(namespaces)) {
    refuses(what, 400, error, (send) => send("PUT", `/actors${query}`, { headers: JSON_BODY, body: JSON.stringify(WISH) }));
    refuses(`${what}, asking`, 400, error, (send) => send("GET", `/actors${query}${query ? "&" : "?"}name=counter`));
}

const questions = {
    "a key without a name": ["key=k", "validation.invalid_input"], "no id among the ids": ["actor_ids=zz", "validation.invalid_input"],
    "empty ids": ["actor_ids=", "validation.invalid_input"], "33 ids": [`actor_ids=${Array(33).fill(UNKNOWN_ID).join()}`, "validation.invalid_input"],
    "a limit that is no number": ["name=counter&limit=x", "api.bad_request"], "a negative limit": ["name=counter&limit=-1", "api.bad_request"],
    "a cursor of its own": ["name=counter&cursor=zz", "api.bad_request"],
};

for (const [what, [query, error]] of Object.entries(questions)) {
    refuses(what, 400, error, (send) => send("GET", `/actors?namespace=default&${query}`));
}

refuses("deleting what is no id", 400, "api.bad_request", (send) => send("DELETE", "/actors/zz?namespace=default"));
refuses("deleting nobody", 404, "actor.not_found", (send) => send("DELETE", `/actors/${UNKNOWN_ID}?namespace=default`));
refuses("putting nobody to sleep", 404, "actor.not_found", (send) => send("POST", `/actors/${UNKNOWN_ID}/sleep?namespace=default`, { headers: JSON_BODY, body: "{}" }));

for (const path of ["/nope", "/actors/x/y/z", "//actors", "/actors/../metadata", "/actors/%2e%2e/metadata", "/actors%2f", "/%ff", "/metadata/"]) {
    refuses(`the path ${path}`, 404, "api.not_found", (send) => send("GET", path));
}

for (const [method, path] of [["PATCH", "/actors"], ["BREW", "/actors"], ["POST", "/metadata"], ["TRACE", "/metadata"]]) {
    refuses(`${method} ${path}`, 405, "api.method_not_allowed", (send) => send(method, path));
}
