// What tls.test.mjs has done by a Node that trusts its certificate.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import http2 from "node:http2";
import https from "node:https";
import { join } from "node:path";
import { createClient } from "rivetkit/client";
import { Platform } from "../platform.mjs";
import { dispose, encodings, record, until } from "../support.mjs";

const QUERY = "rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-crash-policy=sleep&rvt-key=";
const ends = [];

async function npmClient(url) {
    for (const encoding of encodings) {
        const client = createClient({ endpoint: url, encoding });
        ends.push(() => dispose(client));
        const counter = client.counter.getOrCreate([`tls-${encoding}`]);
        const connection = counter.connect();
        const seen = record(connection, "newCount");
        assert.equal(Number(await connection.increment(1)), 1, "over wss");
        assert.equal(Number(await counter.increment(2)), 3, "over https");
        await until(() => seen.map(Number).join() === "1,3", "the events of both");
    }
}

function overHttp1(url) {
    return new Promise((resolve, reject) => {
        const request = https.get(`${url}/metadata`, { ALPNProtocols: ["http/1.1"] }, (response) => {
            assert.equal(response.socket.alpnProtocol, "http/1.1");
            assert.equal(response.statusCode, 200);
            resolve(response.resume());
        });
        request.on("error", reject);
    });
}

function action(session, key, n) {
    return new Promise((resolve, reject) => {
        const stream = session.request({ ":method": "POST", ":path": `/gateway/counter/action/increment?${QUERY}${key}`, "content-type": "application/json",
            "x-rivet-encoding": "json" });
        let status;
        let text = "";
        stream.setEncoding("utf8").on("response", (head) => status = head[":status"]).on("data", (piece) => text += piece)
            .on("end", () => status === 200 ? resolve(JSON.parse(text).output) : reject(new Error(`${status} ${text}`))).on("error", reject);
        // a body in pieces, without a length
        stream.write('{"args":');
        setTimeout(() => stream.end(`[${n}]}`), n % 7);
    });
}

// RFC 8441: a WebSocket as a stream of an HTTP/2 connection, as browsers open it.
function socketOverHttp2(session) {
    assert.equal(session.remoteSettings.enableConnectProtocol, true);
    return new Promise((resolve, reject) => {
        const stream = session.request({ ":method": "CONNECT", ":protocol": "websocket", ":path": `/gateway/counter/connect?${QUERY}socket`,
            "sec-websocket-version": "13", "sec-websocket-protocol": "rivet, rivet_encoding.json" });
        stream.on("response", (head) => {
            assert.equal(head[":status"], 200);
            assert.equal(head["sec-websocket-protocol"], "rivet");
        });
        stream.on("data", (frame) => {
            assert.equal(frame[0], 0x81, "a text frame");
            assert.match(frame.toString("latin1"), /"Init"/);
            stream.close();
            resolve();
        });
        stream.on("error", reject);
    });
}

async function overHttp2(url) {
    const session = http2.connect(url);
    ends.push(() => session.destroy());
    const counts = await Promise.all(Array.from({ length: 50 }, (_, i) => action(session, "h2", i)));
    assert.equal(session.alpnProtocol, "h2");
    assert.equal(Math.max(...counts), 49 * 50 / 2, "each of the fifty was there once");
    await socketOverHttp2(session);
}

function files(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const platform = await Platform.demo((end) => ends.push(end));
try {
    platform.secure = true;
    await platform.configure({ "rivet.http.PublicPort": { keystore: process.env.RIVET_TEST_STORE, password: "$[env:RIVET_TEST_KEYS]" } });
    await platform.start();
    await npmClient(platform.url);
    await overHttp1(platform.url);
    await overHttp2(platform.url);
    await assert.rejects(fetch(`${platform.url.replace("https", "http")}/metadata`), undefined, "nothing is said in plain");
    await platform.stop();
    const secret = process.env.RIVET_TEST_KEYS;
    assert.ok(!platform.output.includes(secret), "the password is not logged");
    assert.deepEqual(files(platform.home).filter((file) => readFileSync(file).includes(secret)), [], "nor stored");
    console.log("all of it held");
} finally {
    for (const end of ends.reverse()) {
        await end();
    }
}
process.exit(0);
