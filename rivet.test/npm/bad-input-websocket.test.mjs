// Bad input over WebSockets (spec/wire.md 8): an upgrade is never refused with a status, the close frame says what is wrong, and the platform goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frame, GET_OR_CREATE, goesOn, OP, RawSocket, request, victim } from "./raw.mjs";
import { until } from "./support.mjs";

const protocols = (encoding, ...more) => ["rivet", `rivet_encoding.${encoding}`, ...more];
const action = (id, name = "getKey", args = []) => JSON.stringify({ body: { tag: "ActionRequest", val: { id, name, args } } });

function closes(what, reason, path, options, ...frames) {
    test(`bad input, WebSocket: ${what}`, async (t) => {
        const target = path.startsWith("/") ? path : `/gateway/${await victim(t)}/${path}`;
        const socket = await RawSocket.open(t, target, options);
        assert.equal(socket.response.status, 101);
        assert.equal(socket.response.headers["sec-websocket-protocol"], "rivet");
        if (frames.length > 0) {
            assert.notEqual((await socket.next()).opcode, OP.close, "Init comes first");
            socket.send(...frames);
        }
        assert.match(await socket.closed(), reason instanceof RegExp ? reason : new RegExp(`^${reason}$`));
        await goesOn(t);
    });
}

closes("an unknown encoding", "1003 actor.unsupported_websocket_encoding", "connect", { protocols: protocols("xml") });
for (const params of ["%7B", "%zz", "%ff"]) {
    closes(`the parameters ${params}`, "1011 core.internal_error", "connect", { protocols: protocols("json", `rivet_conn_params.${params}`) });
}
closes("a path that the actor has not", "1011 actor.not_found", "nope");
closes("an actor that does not exist", "1011 actor.not_found", `/gateway/${"0".repeat(30)}/connect`);
closes("a bad id", "1011 core.internal_error", "/gateway/zz/connect");
closes("an unknown type", "1011 actor.not_registered", `/gateway/nobody/connect?${GET_OR_CREATE}`);
closes("a key that does not exist", "1011 actor.not_found", "/gateway/counter/connect?rvt-namespace=default&rvt-method=get&rvt-key=nobody");
closes("a bad query", "1011 guard.query_invalid_params", "/gateway/counter/connect?rvt-namespace=default");
closes("a namespace that cannot be", "1011 namespace.not_found", `/gateway/counter/connect?${GET_OR_CREATE.replace("=default", "=a%20b")}`);
closes("no such path", "1011 api.not_found", "/nope");
closes("no actor among the subprotocols", "1011 guard.missing_header", "/connect", { protocols: protocols("json", "rivet_target.actor") });
closes("a broken id among the subprotocols", "1011 core.internal_error", "/connect", { protocols: protocols("json", "rivet_target.actor", "rivet_actor.%zz") });

const INVALID = "1011 actor.invalid_request";
const json = {
    "an empty frame": "", "cut-off JSON": "{", "no JSON": "nonsense", "an array": "[]", "null": "null", "an empty object": "{}", "a body of null": '{"body":null}',
    "an unknown tag": '{"body":{"tag":"Nope","val":{}}}', "a tag of the other direction": '{"body":{"tag":"Init","val":{}}}', "no val": '{"body":{"tag":"ActionRequest"}}',
    "no id": '{"body":{"tag":"ActionRequest","val":{"name":"getKey","args":[]}}}', "no args": '{"body":{"tag":"ActionRequest","val":{"id":["$BigInt","0"],"name":"getKey"}}}',
    "a negative id": action(-1), "an id with a fraction": action(1.5), "an id beyond 64 bits": action(["$BigInt", "99999999999999999999999"]), "a name that is a number": action(["$BigInt", "0"], 5),
    "a subscription to a number": '{"body":{"tag":"SubscriptionRequest","val":{"eventName":5,"subscribe":true}}}',
    "a subscription without a word": '{"body":{"tag":"SubscriptionRequest","val":{"eventName":"x"}}}', "ten thousand brackets": "[".repeat(10_000),
};
for (const [what, text] of Object.entries(json)) {
    closes(`json: ${what}`, INVALID, "connect", { protocols: protocols("json") }, frame(OP.text, text));
}

const bare = {
    "an empty frame": "", "half a version": "04", "a version alone": "0400", "an unknown version": "05000000", "an unknown tag": "040007", "a name without an end": `0400${"00"}${"00"}${"ff".repeat(12)}`,
    "something behind it": "04000001016101800000", "CBOR that is none": "0400000101610" + "1ff",
};
for (const [what, bytes] of Object.entries(bare)) {
    closes(`bare: ${what}`, INVALID, "connect", { protocols: protocols("bare") }, frame(OP.binary, Buffer.from(bytes, "hex")));
}
closes("bare: text", INVALID, "connect", { protocols: protocols("bare") }, frame(OP.text, "hello"));

const cbor = { "an empty frame": "", "a lone break": "ff", "an empty map": "a0", "a body of null": "a164626f6479f6", "an array of 2^64 - 1": "9bffffffffffffffff", "thirty thousand arrays": "81".repeat(30_000) };
for (const [what, bytes] of Object.entries(cbor)) {
    closes(`cbor: ${what}`, INVALID, "connect", { protocols: protocols("cbor") }, frame(OP.binary, Buffer.from(bytes, "hex")));
}

const TOO_LONG = "1011 message.incoming_too_long";
closes("65,537 bytes", TOO_LONG, "connect", undefined, frame(OP.text, " ".repeat(65_537)));
closes("65,537 bytes in UTF-8", TOO_LONG, "connect", undefined, frame(OP.text, "€".repeat(21_846)));
closes("65,537 bytes in fragments", TOO_LONG, "connect", undefined, frame(OP.binary, Buffer.alloc(40_000), { fin: false }), frame(OP.continuation, Buffer.alloc(40_000)));
closes("an announced frame of 33 MiB", /^1009 /, "connect", undefined, frame(OP.binary, Buffer.alloc(10), { length: 33 * 1_048_576 }));
closes("an announced frame of 2^53", /^1009 /, "connect", undefined, frame(OP.binary, Buffer.alloc(10), { length: 2 ** 53 }));

// RFC 6455
closes("text that is not UTF-8", /^1007 /, "connect", undefined, frame(OP.text, Buffer.from([0xff, 0xfe])));
closes("text that is not UTF-8 across fragments", /^1007 /, "connect", undefined, frame(OP.text, Buffer.from([0xc3]), { fin: false }), frame(OP.continuation, Buffer.from([0x28])));
closes("a frame without a mask", /^1002 /, "connect", undefined, frame(OP.text, "x", { masked: false }));
closes("a reserved bit", /^1002 /, "connect", undefined, frame(OP.text, "x", { reserved: 4 }));
closes("a reserved opcode", /^1002 /, "connect", undefined, frame(3, "x"));
closes("a ping in fragments", /^1002 /, "connect", undefined, frame(OP.ping, "x", { fin: false }));
closes("a ping of 126 bytes", /^1002 /, "connect", undefined, frame(OP.ping, "x".repeat(126)));
closes("a continuation of nothing", /^1002 /, "connect", undefined, frame(OP.continuation, "x"));
closes("text within text", /^1002 /, "connect", undefined, frame(OP.text, "x", { fin: false }), frame(OP.text, "y"));
closes("a close of one byte", /^1002 /, "connect", undefined, frame(OP.close, Buffer.from([3])));
closes("a close with 1005", /^1002 /, "connect", undefined, frame(OP.close, Buffer.from([3, 237])));
closes("a close with 999", /^1002 /, "connect", undefined, frame(OP.close, Buffer.from([3, 231])));
closes("a close that is not UTF-8", /^1007 /, "connect", undefined, frame(OP.close, Buffer.from([3, 232, 0xff])));

test("bad input, WebSocket: 33 MiB, sent whole and in fragments", async (t) => {
    const path = `/gateway/${await victim(t)}/connect`;
    const pieces = Array.from({ length: 34 }, (_, i) => frame(i === 0 ? OP.binary : OP.continuation, Buffer.alloc(1_048_576), { fin: false }));
    for (const parts of [[frame(OP.binary, Buffer.alloc(33 * 1_048_576))], pieces]) {
        const socket = await RawSocket.open(t, path);
        await socket.next();
        socket.send(...parts);
        // whoever still sends may find the connection gone instead of the reason
        assert.match(await socket.closed(), /^1009 |^cut off$/);
        await goesOn(t);
    }
});

test("bad input, WebSocket: what is unusual, but allowed", async (t) => {
    const path = `/gateway/${await victim(t)}/connect`;
    for (const words of [[], ["chat"], ["rivet_encoding.json"]]) {
        const socket = await RawSocket.open(t, path, { protocols: words });
        assert.equal(socket.response.status, 101);
        assert.equal((await socket.json()).tag, "Init");
        socket.send(frame(OP.ping, "are you there"));
        const pong = await socket.next();
        assert.deepEqual([pong.opcode, pong.payload.toString()], [OP.pong, "are you there"]);
        socket.send(frame(OP.binary, action(["$BigInt", "7"])), frame(OP.text, action(8).slice(0, 20), { fin: false }), frame(OP.ping), frame(OP.continuation, action(8).slice(20)));
        for (const id of ["7", "8"]) {
            assert.deepEqual((await socket.json()).val, { id: ["$BigInt", id], output: ["victim"] });
        }
        socket.send(frame(OP.text, '{"zz":1,"body":{"zz":2,"tag":"ActionRequest","val":{"zz":3,"id":["$BigInt","9"],"name":"nope","args":5}}}'));
        const { tag, val } = await socket.json();
        assert.deepEqual([tag, val.actionId, val.group, val.code], ["Error", ["$BigInt", "9"], "actor", "action_not_found"]);
        socket.send(frame(OP.close, Buffer.from([0x0f, 0xa0, 0x61])));
        assert.equal(await socket.closed(), "4000 a");
    }
});

const HANDSHAKE = [["upgrade", "websocket"], ["connection", "Upgrade"], ["sec-websocket-version", "13"], ["sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA=="]];
for (const missing of ["connection", "sec-websocket-version", "sec-websocket-key"]) {
    test(`bad input, WebSocket: an upgrade without ${missing}`, async (t) => {
        const response = await request(t, "GET", `/gateway/${await victim(t)}/connect`, { headers: HANDSHAKE.filter(([name]) => name !== missing) });
        assert.equal(response.status, 400, response.body.toString());
        await goesOn(t);
    });
}
test("bad input, WebSocket: an upgrade by POST", async (t) => {
    const response = await request(t, "POST", `/gateway/${await victim(t)}/connect`, { headers: HANDSHAKE });
    assert.deepEqual([response.status, response.error], [400, "api.bad_request"]);
    await goesOn(t);
});

test("bad input, WebSocket: a client that vanishes is disconnected", async (t) => {
    const seen = async () => (await request(t, "POST", `/gateway/connStateActor/action/getConnectionIds?${GET_OR_CREATE}&rvt-key=vanishing`,
        { headers: [["x-rivet-conn-params", '{"noCount":true}']], body: '{"args":[]}' })).json.output.length;
    const socket = await RawSocket.open(t, `/gateway/connStateActor/connect?${GET_OR_CREATE}&rvt-key=vanishing`);
    assert.equal((await socket.json()).tag, "Init");
    assert.equal(await seen(), 1);
    socket.destroy();
    await until(async () => await seen() === 0, "the connection to be gone");
});
