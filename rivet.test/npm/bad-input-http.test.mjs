// What is no HTTP, or hardly: broken requests, slow ones, ones that never end. Each gets an answer or a closed connection, and the platform goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, frame, goesOn, OP, RawSocket, request, tcp, victim } from "./raw.mjs";
import { sleep, until } from "./support.mjs";

const HOST = "host: x\r\n";

function answers(what, status, send) {
    test(`bad input, HTTP: ${what}`, async (t) => {
        const response = await send(t);
        assert.equal(response.status, status, response.body.toString().slice(0, 300));
        assert.ok(response.closed, "the connection is closed");
        await goesOn(t);
    });
}

const raw = (...lines) => (t) => exchange(t, Buffer.from(lines.join(""), "latin1"));

answers("garbage", 400, raw("\0\x01\x02garbage\r\n\r\n"));
answers("a TLS hello", 400, raw("\x16\x03\x01\x00\xa5\x01\x00\x00\xa1"));
answers("HTTP/0.9", 505, raw("GET /health\r\n\r\n"));
answers("HTTP/3.7", 505, raw("GET /health HTTP/3.7\r\n", HOST, "\r\n"));
answers("a preface of HTTP/2", 426, raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
answers("no host", 400, raw("GET /health HTTP/1.1\r\n\r\n"));
answers("two hosts", 400, raw("GET /health HTTP/1.1\r\n", HOST, HOST, "\r\n"));
answers("a blank in a header's name", 400, raw("GET /health HTTP/1.1\r\n", HOST, "x a: b\r\n\r\n"));
answers("a NUL in a header", 400, raw("GET /health HTTP/1.1\r\n", HOST, "x-a: a\0b\r\n\r\n"));
answers("a folded header", 400, raw("GET /health HTTP/1.1\r\n", HOST, "x-a: b\r\n c\r\n\r\n"));
answers("a blank in the path", 400, raw("GET /a b HTTP/1.1\r\n", HOST, "\r\n"));
answers("a NUL in the path", 400, raw("GET /%00 HTTP/1.1\r\n", HOST, "\r\n"));
answers("a broken escape in the path", 400, raw("GET /gateway/counter/action/%zz HTTP/1.1\r\n", HOST, "\r\n"));
answers("a path above the root", 400, raw("GET /../etc/passwd HTTP/1.1\r\n", HOST, "\r\n"));
answers("backslashes", 400, raw("GET \\..\\x HTTP/1.1\r\n", HOST, "\r\n"));
answers("a path of 70 KB", 414, raw(`GET /${"x".repeat(70_000)} HTTP/1.1\r\n`, HOST, "\r\n"));
answers("a header of 70 KB", 431, raw("GET /health HTTP/1.1\r\n", HOST, `x-a: ${"y".repeat(70_000)}\r\n\r\n`));
answers("a length that is negative", 400, raw("POST /health HTTP/1.1\r\n", HOST, "content-length: -1\r\n\r\n"));
answers("a length that is a word", 400, raw("POST /health HTTP/1.1\r\n", HOST, "content-length: abc\r\n\r\n"));
answers("two lengths", 400, raw("POST /health HTTP/1.1\r\n", HOST, "content-length: 2\r\ncontent-length: 3\r\n\r\n{}"));
answers("a length and chunks", 400, raw("POST /health HTTP/1.1\r\n", HOST, "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"));
answers("an unknown transfer encoding", 400, raw("POST /health HTTP/1.1\r\n", HOST, "transfer-encoding: nope\r\n\r\n{}"));
answers("an unknown expectation", 417, raw("POST /health HTTP/1.1\r\n", HOST, "expect: x\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"));

test("bad input, HTTP: headers of 32 KB, as parameters may need, are fine", async (t) => {
    const params = JSON.stringify({ token: "t".repeat(32_000) });
    const response = await request(t, "POST", `/gateway/${await victim(t)}/action/getCount`, { headers: [["x-rivet-conn-params", params]], body: '{"args":[]}' });
    assert.equal(response.status, 200);
});

test("bad input, HTTP: two requests in one piece are answered in order", async (t) => {
    const response = await exchange(t, `GET /health HTTP/1.1\r\n${HOST}\r\nGET /metadata HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`);
    assert.match(response.body.toString(), /"status":"ok"[^]*HTTP\/1.1 200[^]*"implementation"/);
});

test("bad input, HTTP: 21 MiB are refused, however they come", async (t) => {
    const path = `/gateway/${await victim(t)}/action/getCount`;
    for (const headers of [[], [["transfer-encoding", "chunked"]]]) {
        const socket = await tcp(t);
        let answer = "";
        socket.on("data", (data) => answer += data);
        const length = headers.length > 0 ? "transfer-encoding: chunked" : `content-length: ${21 * 1_048_576}`;
        socket.write(`POST ${path} HTTP/1.1\r\n${HOST}${length}\r\n\r\n`);
        const piece = headers.length > 0 ? `10000\r\n${" ".repeat(65_536)}\r\n` : " ".repeat(65_536);
        for (let i = 0; i < 336 && !socket.destroyed && answer === ""; i++) {
            socket.write(piece);
            await sleep(0);
        }
        await until(() => answer !== "", "an answer");
        assert.match(answer, /^HTTP\/1.1 4\d\d /);
        socket.destroy();
        await goesOn(t);
    }
});

test("bad input, HTTP: three hundred requests that never end hold nobody up", async (t) => {
    const path = `/gateway/${await victim(t)}/action/getCount`;
    const beginnings = ["G", "GET /health HT", `GET /health HTTP/1.1\r\n${HOST}x-a: `, `POST ${path} HTTP/1.1\r\n${HOST}content-length: 100\r\n\r\n{"args"`,
        `POST ${path} HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n5\r\n{"a`, ""];
    const sockets = await Promise.all(Array.from({ length: 300 }, () => tcp(t)));
    sockets.forEach((socket, i) => socket.write(beginnings[i % beginnings.length]));
    for (let i = 0; i < 10; i++) {
        sockets.forEach((socket, n) => n % 6 === 2 && socket.write("y")); // one byte at a time
        const start = performance.now();
        await goesOn(t);
        assert.ok(performance.now() - start < 2_000, "in time");
    }
    sockets.forEach((socket) => socket.destroy());
    await goesOn(t);
});

test("bad input, HTTP: connections that are closed half way", async (t) => {
    const path = `/gateway/${await victim(t)}`;
    for (let i = 0; i < 50; i++) {
        const socket = await tcp(t);
        // FIN after a request, FIN in the middle of one, RST in the middle of one
        if (i % 3 === 0) {
            socket.end(`POST ${path}/action/getCount HTTP/1.1\r\n${HOST}content-length: 11\r\n\r\n{"args":[]}`);
        } else if (i % 3 === 1) {
            socket.end(`POST ${path}/action/increment HTTP/1.1\r\n${HOST}content-length: 12\r\n\r\n{"args"`);
        } else {
            socket.write(`POST ${path}/action/increment HTTP/1.1\r\n${HOST}content-length: 12\r\n\r\n{"args"`);
            socket.resetAndDestroy();
        }
    }
    const half = await RawSocket.open(t, `${path}/connect`);
    await half.next();
    half.send(frame(OP.text, '{"body"', { fin: false }));
    half.destroy();
    await goesOn(t);
    const { json } = await request(t, "POST", `${path}/action/getCount`, { body: '{"args":[]}' });
    assert.equal(json.output, 0, "no half request ran");
});
