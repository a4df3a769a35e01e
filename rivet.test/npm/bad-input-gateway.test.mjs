// Bad input in paths and queries of the gateway (spec/wire.md 6): every row of the table of parameters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GET_OR_CREATE, goesOn, request, victim } from "./raw.mjs";

const GET = "rvt-namespace=default&rvt-method=get&rvt-key=gateway";

function refuses(what, status, error, path, options = {}) {
    test(`bad input, gateway: ${what}`, async (t) => {
        const response = await request(t, "POST", path, { body: '{"args":[]}', ...options });
        assert.deepEqual([response.status, response.error], [status, error], response.body.toString());
        assert.equal(response.headers["x-rivet-error"], path.startsWith("/gateway") && !error.startsWith("actor.action") ? error : response.headers["x-rivet-error"]);
        await goesOn(t);
    });
}

const without = (name) => GET_OR_CREATE.split("&").filter((parameter) => !parameter.startsWith(name)).join("&");
const INVALID = "guard.query_invalid_params";

const queries = {
    "no namespace": [without("rvt-namespace"), INVALID], "an empty namespace": [`${without("rvt-namespace")}&rvt-namespace=`, INVALID],
    "a namespace that cannot be": [`${without("rvt-namespace")}&rvt-namespace=a%20b`, "namespace.not_found"],
    "no method": [without("rvt-method"), INVALID], "an unknown method": [`${without("rvt-method")}&rvt-method=post`, INVALID],
    "no pool": [without("rvt-runner"), "guard.query_missing_pool"], "an empty pool": [`${without("rvt-runner")}&rvt-runner=`, "guard.query_missing_pool"],
    "an unknown pool": [`${without("rvt-runner")}&rvt-runner=nopool`, "actor.no_runner_config_configured"], "runner and pool": [`${GET_OR_CREATE}&rvt-pool=default`, INVALID],
    "an unknown region": [`${GET_OR_CREATE}&rvt-region=nowhere`, "datacenter.not_found"],
    "an unknown crash policy": [`${without("rvt-crash-policy")}&rvt-crash-policy=explode`, INVALID],
    "input that is not base64": [`${GET_OR_CREATE}&rvt-input=***`, "guard.query_invalid_base64_input"],
    "input with too much padding": [`${GET_OR_CREATE}&rvt-input=gWF4==`, "guard.query_invalid_base64_input"],
    "input that is not CBOR": [`${GET_OR_CREATE}&rvt-input=_____w`, "guard.query_invalid_cbor_input"],
    "input that is cut off": [`${GET_OR_CREATE}&rvt-input=mQ`, "guard.query_invalid_cbor_input"],
    "input with something behind it": [`${GET_OR_CREATE}&rvt-input=AQE`, "guard.query_invalid_cbor_input"],
    "an unknown parameter": [`${GET_OR_CREATE}&rvt-zz=1`, INVALID], "the prefix alone": [`${GET_OR_CREATE}&rvt-=1`, INVALID],
    "a parameter twice": [`${GET_OR_CREATE}&rvt-key=a&rvt-key=b`, "guard.query_duplicate_param"],
    "a parameter twice, once escaped": [`${GET_OR_CREATE}&rvt-key=a&rvt%2Dkey=b`, "guard.query_duplicate_param"],
    "a flag that is none": [`${GET_OR_CREATE}&rvt-skip-ready-wait=maybe`, INVALID],
    "another case": [GET_OR_CREATE.replace("rvt-method", "RVT-METHOD"), INVALID],
};

for (const [what, [query, error]] of Object.entries(queries)) {
    refuses(what, 400, error, `/gateway/counter/action/getCount?${query}`);
}

for (const parameter of ["rvt-runner=default", "rvt-pool=default", "rvt-input=AQ", "rvt-region=default", "rvt-crash-policy=sleep"]) {
    refuses(`get with ${parameter}`, 400, "guard.query_get_disallowed_params", `/gateway/counter/action/getCount?${GET}&${parameter}`);
}

refuses("get of a key that does not exist", 404, "actor.not_found", `/gateway/counter/action/getCount?${GET}-nobody`);
refuses("an unknown actor type", 400, "actor.not_registered", `/gateway/nobody/action/getCount?${GET_OR_CREATE}`);
refuses("a type that is not UTF-8", 400, "actor.not_registered", `/gateway/%ff%fe/action/getCount?${GET_OR_CREATE}`);
refuses("a type that is a path", 400, "actor.not_registered", `/gateway/counter%2f..%2fx/action/getCount?${GET_OR_CREATE}`);
refuses("a token in a query path", 400, "guard.query_path_token_syntax", `/gateway/counter@token/action/getCount?${GET_OR_CREATE}`);

for (const path of ["/gateway", "/gateway/", "/gateway/x@/action/y", "/gateway//action/y", `/gateway//action/getCount?${GET_OR_CREATE}`]) {
    refuses(`the path ${path}`, 404, "api.not_found", path);
}

for (const id of ["zz", "..", "%2e%2e", "x".repeat(10_000)]) {
    refuses(`the id ${id.slice(0, 20)}`, 500, "core.internal_error", `/gateway/${id}/action/getCount`);
}

refuses("an id that does not exist", 404, "actor.not_found", `/gateway/${"0".repeat(30)}/action/getCount`);
refuses("no actor in the headers", 400, "guard.missing_header", "/request", { headers: [["x-rivet-target", "actor"]] });
refuses("a bad actor in the headers", 500, "core.internal_error", "/request", { headers: [["x-rivet-target", "actor"], ["x-rivet-actor", "zz"]] });
refuses("another path with an actor in the headers", 404, "guard.no_route", "/other", { headers: [["x-rivet-target", "actor"], ["x-rivet-actor", "zz"]] });

test("bad input, gateway: a bad flag in a header", async (t) => {
    const response = await request(t, "POST", `/gateway/${await victim(t)}/action/getCount`, { headers: [["x-rivet-skip-ready-wait", "maybe"]], body: "{}" });
    assert.deepEqual([response.status, response.error], [400, "guard.invalid_header"]);
    await goesOn(t);
});

// keys may hold anything: what looks broken is a key all the same
for (const key of ["%zz", "%ff", "a%00b", ",,,", "%", "..%2f..", "k".repeat(2_000), "%F0%9F%98%80"]) {
    test(`bad input, gateway: the key ${key.slice(0, 20)}`, async (t) => {
        const response = await request(t, "POST", `/gateway/counter/action/getCount?${GET_OR_CREATE}&rvt-key=${key}`, { body: '{"args":[]}' });
        assert.deepEqual([response.status, response.json.output], [200, 0]);
        await goesOn(t);
    });
}
