// Wave 3, raw-http.
import assert from "node:assert/strict";
import { each, endpoint } from "./support.mjs";

const json = (body, options = {}) => ({ method: "POST", body: JSON.stringify(body), ...options, headers: { "content-type": "application/json", ...options.headers } });

async function answer(response, status = 200) {
    assert.equal(response.status, status);
    return response.json();
}

each("raw-http 1: a GET is answered with JSON", async ({ client }) => {
    const response = await client.rawHttpActor.getOrCreate().fetch("api/hello");
    assert.equal(response.ok, true);
    assert.match(response.headers.get("content-type"), /application\/json/);
    assert.deepEqual(await answer(response), { message: "Hello from actor!" });
});

each("raw-http 2: a POST is echoed, its headers too", async ({ client }) => {
    const response = await client.rawHttpActor.getOrCreate().fetch("api/echo", json({ test: "data", number: 123 }, { headers: { "x-mark": "abc" } }));
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(response.headers.get("x-mark"), "abc");
    assert.deepEqual(await answer(response), { test: "data", number: 123 });
});

each("raw-http 3: the state counts the requests", async ({ client }) => {
    const actor = client.rawHttpActor.getOrCreate(["counting"]);
    for (let i = 0; i < 3; i++) {
        await (await actor.fetch("api/hello")).text();
    }
    assert.deepEqual(await answer(await actor.fetch("api/state")), { requestCount: 4 });
});

each("raw-http 4: headers arrive in lower case", async ({ client }) => {
    const headers = { "X-Custom-Header": "test-value", Authorization: "Bearer some" };
    const seen = await answer(await client.rawHttpActor.getOrCreate().fetch("api/headers", { headers }));
    assert.equal(seen["x-custom-header"], "test-value");
    assert.equal(seen.authorization, "Bearer some");
    assert.ok(Object.keys(seen).every((name) => name === name.toLowerCase()), Object.keys(seen).join());
});

each("raw-http 5, 6, 7: nothing there, no handler, and a handler that returns nothing", async ({ client }) => {
    assert.equal((await client.rawHttpActor.getOrCreate().fetch("api/nonexistent")).status, 404);
    const without = await client.rawHttpNoHandlerActor.getOrCreate().fetch("api/anything");
    assert.equal(without.status, 404);
    assert.equal(await without.text(), "");
    const error = await answer(await client.rawHttpVoidReturnActor.getOrCreate().fetch("api/anything"), 500);
    assert.equal(error.message, "onRequest handler must return a Response");
});

each("raw-http 8: methods arrive as they are", async ({ client }) => {
    const actor = client.rawHttpActor.getOrCreate();
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
        const response = await actor.fetch("api/echo", { method, body: method === "GET" ? undefined : "{}" });
        assert.equal(response.status, 404, method);
    }
    assert.equal((await actor.fetch("api/echo", json({}))).status, 200);
});

each("raw-http 9: bytes are echoed", async ({ client }) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => 255 - i);
    const response = await client.rawHttpActor.getOrCreate().fetch("api/echo", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: bytes });
    assert.equal(response.status, 200);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes);
});

each("raw-http 10: an actor routes by itself", async ({ client }) => {
    const actor = client.rawHttpHonoActor.getOrCreate();
    assert.deepEqual(await answer(await actor.fetch("/")), { message: "Welcome to Hono actor!" });
    assert.deepEqual(await answer(await actor.fetch("/users")), [{ id: 1, name: "Alice" }, { id: 2, name: "Bob" }]);
    assert.deepEqual(await answer(await actor.fetch("/users/1")), { id: 1, name: "Alice" });
    assert.deepEqual(await answer(await actor.fetch("/users/2")), { id: 2, name: "Bob" });
    assert.deepEqual(await answer(await actor.fetch("/users", json({ name: "Charlie" })), 201), { id: 3, name: "Charlie" });
    assert.deepEqual(await answer(await actor.fetch("/users/1", json({ name: "Alicia" }, { method: "PUT" }))), { id: 1, name: "Alicia" });
    assert.deepEqual(await answer(await actor.fetch("/users/1", { method: "DELETE" })), { message: "User 1 deleted" });
    assert.equal((await actor.fetch("/posts")).status, 404);
});

each("raw-http 11, 12: with a leading slash or without, and never with two", async ({ client }) => {
    const properties = client.rawHttpRequestPropertiesActor.getOrCreate();
    for (const path of ["api/hello", "/api/hello"]) {
        assert.deepEqual(await answer(await client.rawHttpActor.getOrCreate().fetch(path)), { message: "Hello from actor!" });
        const seen = await answer(await properties.fetch(path));
        assert.equal(seen.pathname, "/api/hello");
        assert.ok(!new URL(seen.url).pathname.includes("//"), seen.url);
    }
});

each("raw-http 13, 14, 15: a Request, a URL, and what is said beside them", async ({ client }) => {
    const actor = client.rawHttpActor.getOrCreate();
    const request = (path, options) => new Request(`http://example.com/${path}`, options);
    // of a Request as options this client takes nothing (it copies the object's own properties, of which a Request has none)
    assert.deepEqual(await answer(await actor.fetch("api/hello", request("ignored"))), { message: "Hello from actor!" });
    assert.deepEqual(await answer(await actor.fetch(request("api/echo", json({ from: "alone" })))), { from: "alone" });
    assert.deepEqual(await answer(await actor.fetch(new URL("http://example.com/api/hello"))), { message: "Hello from actor!" });
    assert.deepEqual(await answer(await actor.fetch(new URL("http://example.com/api/echo"), json({ from: "url" }))), { from: "url" });
    const headers = { "x-first": "1", "x-second": "2" };
    const merged = await answer(await actor.fetch(request("api/headers", { headers }), { headers: { "x-second": "other", "x-third": "3" } }));
    assert.equal(merged["x-second"], "other");
    assert.equal(merged["x-third"], "3");
    const kept = await answer(await actor.fetch(request("api/headers", { headers })));
    assert.equal(kept["x-first"], "1");
});

// ---------------------------------------------------------------- raw-http-request-properties

each("raw-http-request-properties 1: URL, path, query, method, headers and body", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    const seen = await answer(await actor.fetch("test/path?foo=bar&baz=qux", json({ test: "data" }, { headers: { authorization: "Bearer secret", "X-Custom": "1" } })));
    assert.match(seen.url, /\/test\/path\?foo=bar&baz=qux$/);
    assert.equal(seen.pathname, "/test/path");
    assert.equal(seen.search, "?foo=bar&baz=qux");
    assert.deepEqual(seen.searchParams, { foo: "bar", baz: "qux" });
    assert.equal(seen.hash, "");
    assert.equal(seen.method, "POST");
    assert.equal(seen.headers["content-type"], "application/json");
    assert.equal(seen.headers.authorization, "Bearer secret");
    assert.equal(seen.headers["x-custom"], "1");
    assert.deepEqual(seen.body, { test: "data" });
    assert.equal(seen.bodyText, null);
    for (const name of ["cache", "credentials", "mode", "redirect", "referrer"]) {
        assert.equal(seen[name], null, name);
    }
});

each("raw-http-request-properties 2, 12: no body, and an empty one", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    const get = await answer(await actor.fetch("test/get"));
    assert.equal(get.method, "GET");
    assert.equal(get.body, null);
    assert.equal(get.bodyText, null);
    const post = await answer(await actor.fetch("test/empty", { method: "POST", body: "" }));
    assert.equal(post.body, null);
    assert.equal(post.bodyText, "");
});

each("raw-http-request-properties 3, 8, 11: bodies of forms, texts, several parts, and of no type", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    const post = async (body, headers = {}) => answer(await actor.fetch("test/body", { method: "POST", body, headers }));
    const form = await post("field1=value1&field2=value2", { "content-type": "application/x-www-form-urlencoded" });
    assert.equal(form.headers["content-type"], "application/x-www-form-urlencoded");
    assert.equal(form.bodyText, "field1=value1&field2=value2");
    const text = await post("plain text, \u00fcml\u00e4ut", { "content-type": "text/plain" });
    assert.equal(text.body, "plain text, \u00fcml\u00e4ut");
    const parts = new FormData();
    parts.set("field", "of several parts");
    const multipart = await post(parts);
    assert.match(multipart.headers["content-type"], /^multipart\/form-data; boundary=/);
    assert.match(multipart.bodyText, /of several parts/);
    const untyped = await post(new TextEncoder().encode("plain data"));
    assert.equal(untyped.bodyText, "plain data");
});

each("raw-http-request-properties 4, 14: the usual headers, cookies among them", async ({ client }) => {
    const headers = {
        Accept: "application/json", "Accept-Language": "en-US,en;q=0.9", "User-Agent": "ours", Referer: "https://example.com", Origin: "https://example.com",
        "X-Requested-With": "XMLHttpRequest", Cookie: "session=abc123; user=test",
    };
    const seen = await answer(await client.rawHttpRequestPropertiesActor.getOrCreate().fetch("test/headers", { headers }));
    for (const [name, value] of Object.entries(headers)) {
        assert.equal(seen.headers[name.toLowerCase()], value, name);
    }
});

each("raw-http-request-properties 5: no path, an encoded one, and a fragment", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    assert.equal((await answer(await actor.fetch(""))).pathname, "/");
    assert.equal((await answer(await actor.fetch("/"))).pathname, "/");
    const encoded = await answer(await actor.fetch("test/path%20with%20spaces/and%2Fslashes"));
    assert.equal(encoded.pathname, "/test/path%20with%20spaces/and%2Fslashes");
    const fragment = await answer(await actor.fetch("test/path#fragment"));
    assert.equal(fragment.pathname, "/test/path");
    assert.equal(fragment.hash, "");
});

each("raw-http-request-properties 6, 13: all methods", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "PROPFIND"]) {
        assert.equal((await answer(await actor.fetch("test/method", { method }))).method, method);
    }
    const head = await actor.fetch("test/method", { method: "HEAD" });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), "");
    const options = await actor.fetch("test/method", { method: "OPTIONS" });
    assert.equal(options.status, 204);
    assert.equal(await options.text(), "");
});

each("raw-http-request-properties 7, 9, 15: queries", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    const read = async (query) => answer(await actor.fetch(`test/query?${query}`));
    const repeated = await read("a=1&b=2&a=3&c[]=4&c[]=5");
    assert.deepEqual(repeated.searchParams, { a: "3", b: "2", "c[]": "5" });
    const long = await read(`long=${"x".repeat(1_000)}`);
    assert.equal(long.searchParams.long, "x".repeat(1_000));
    const encoded = await read("special=%20%21%40%23%24%25%5E%26&plus=a+b&utf8=%C3%A4");
    assert.deepEqual(encoded.searchParams, { special: " !@#$%^&", plus: "a b", utf8: "\u00e4" });
    assert.equal(encoded.search, "?special=%20%21%40%23%24%25%5E%26&plus=a+b&utf8=%C3%A4");
});

each("raw-http-request-properties 10: a large body", async ({ client }) => {
    const body = { data: "x".repeat(800_000), numbers: [1, 2, 3] };
    assert.deepEqual((await answer(await client.rawHttpRequestPropertiesActor.getOrCreate().fetch("test/large", json(body)))).body, body);
});

each("raw-http-request-properties 16: requests at the same time keep apart", async ({ client }) => {
    const actor = client.rawHttpRequestPropertiesActor.getOrCreate();
    const seen = await Promise.all([1, 2, 3].map(async (id) => answer(await actor.fetch(`test/concurrent?id=${id}`, json({ id }, { headers: { "x-id": `${id}` } })))));
    assert.deepEqual(seen.map((one) => [one.searchParams.id, one.body.id, one.headers["x-id"]]), [["1", 1, "1"], ["2", 2, "2"], ["3", 3, "3"]]);
});

// ---------------------------------------------------------------- gateway-routing

const route = (path, headers = {}) => fetch(`${endpoint}${path}`, { headers });

each("gateway-routing 1, 2, 3: headers name the actor, for paths of its own handler", async ({ client }) => {
    const actor = client.rawHttpActor.getOrCreate();
    await actor.fetch("api/hello");
    const named = { "x-rivet-target": "actor", "x-rivet-actor": await actor.resolve() };
    assert.deepEqual(await answer(await route("/request/api/hello", named)), { message: "Hello from actor!" });
    assert.equal((await route("/api/hello", named)).ok, false);
    assert.equal((await route("/request/api/hello", { "x-rivet-target": "actor" })).ok, false);
});

const query = (namespace, method, more = "") => `rvt-namespace=${namespace}&rvt-method=${method}${more}`;
const creating = (namespace, more = "") => query(namespace, "getOrCreate", `&rvt-runner=default&rvt-crash-policy=sleep${more}`);

each("gateway-routing 4, 5: a URL written by hand creates an actor, and finds it", async ({ namespace }) => {
    const [create, find] = [creating(namespace, "&rvt-key=mine"), query(namespace, "get", "&rvt-key=mine")];
    assert.equal((await route(`/gateway/rawHttpActor/request/api/hello?${find}`)).status, 404);
    assert.deepEqual(await answer(await route(`/gateway/rawHttpActor/request/api/state?${create}`)), { requestCount: 1 });
    assert.deepEqual(await answer(await route(`/gateway/rawHttpActor/request/api/state?${find}`)), { requestCount: 2 });
});

each("gateway-routing 6, 7: parameters that are unknown or repeated are refused", async ({ namespace }) => {
    for (const [more, code] of [["&rvt-unknown=1", "query_invalid_params"], ["&rvt-namespace=other", "query_duplicate_param"]]) {
        const response = await route(`/gateway/rawHttpActor/request/api/hello?${creating(namespace, more)}`);
        const error = await answer(response, 400);
        assert.equal(`${error.group}.${error.code}`, `guard.${code}`);
    }
});

each("gateway-routing 8: the actor sees the other parameters only", async ({ namespace }) => {
    const seen = await answer(await route(`/gateway/rawHttpRequestPropertiesActor/request/p?a=1&${creating(namespace)}&b=2+3&a=%41`));
    assert.equal(seen.pathname, "/p");
    assert.equal(seen.search, "?a=1&b=2+3&a=%41");
});

each("gateway-routing 9: a comma separates the parts of a key", async ({ client, namespace }) => {
    await answer(await route(`/gateway/counter/health?${creating(namespace, "&rvt-key=tenant,room")}`).then((r) => new Response(JSON.stringify(r.status), r)));
    assert.deepEqual(await client.counter.get(["tenant", "room"]).getKey(), ["tenant", "room"]);
});

// ---------------------------------------------------------------- gateway-query-url

each("gateway-query-url 1, 2: the URLs that the client makes say all that is needed, and take a path", async ({ client, namespace }) => {
    for (const [handle, method] of [[client.counter.getOrCreate(["mine"]), "getOrCreate"], [client.counter.get(["mine"]), "get"]]) {
        await handle.increment(1);
        const url = new URL(await handle.getGatewayUrl());
        assert.equal(url.searchParams.get("rvt-namespace"), namespace);
        assert.equal(url.searchParams.get("rvt-method"), method);
        assert.equal(url.searchParams.get("rvt-crash-policy"), method === "get" ? null : "sleep");
        url.pathname = `${url.pathname.replace(/\/$/, "")}/health`;
        const response = await fetch(url);
        assert.equal(response.status, 200);
        assert.equal(await response.text(), "ok");
    }
});
