// A process beside the platform that speaks to a runtime socket: what R-sql-51 says, as far as the tests need it.
import { once } from "node:events";
import { connect } from "node:net";

const uint = (n) => n < 128 ? [n] : [n & 127 | 128, ...uint(n >>> 7)];
const u32 = (n) => [n & 255, n >>> 8 & 255, n >>> 16 & 255, n >>> 24 & 255];
const str = (text) => [...uint(Buffer.byteLength(text)), ...Buffer.from(text)];

// Reads a reply from its bytes, behind the version.
class Reader {
    #at = 2;

    constructor(bytes) {
        this.bytes = bytes;
    }

    #skip(length) {
        this.#at += length;
        return this.#at - length;
    }

    uint() {
        const byte = this.bytes[this.#skip(1)];
        return byte < 128 ? byte : byte & 127 | this.uint() << 7;
    }

    u32 = () => this.bytes.readUInt32LE(this.#skip(4));
    i64 = () => Number(this.bytes.readBigInt64LE(this.#skip(8)));
    f64 = () => this.bytes.readDoubleLE(this.#skip(8));

    str() {
        const length = this.uint();
        const start = this.#skip(length);
        return this.bytes.toString("utf8", start, start + length);
    }

    list = (one) => Array.from({ length: this.uint() }, () => one());
    value = () => [() => null, this.i64, this.f64, () => this.str()][this.uint()]();

    reply() {
        switch (this.uint()) {
            case 0: return { type: "welcome", actorId: this.str(), generation: this.u32(), maxFrameBytes: this.u32() };
            case 1: return { type: "result", id: this.u32(), columns: this.list(() => this.str()), rows: this.list(() => this.list(this.value)) };
            case 2: return { type: "done", id: this.u32() };
            case 3: return { type: "error", id: this.u32(), group: this.str(), code: this.str(), message: this.str() };
            case 5: return { type: "goAway", reason: this.str() };
            default: throw new Error("a reply that no test expects");
        }
    }
}

export class Sidecar {
    #socket;
    #ids = 0;
    #bytes = Buffer.alloc(0);
    #replies = [];

    // Connects and says hello.
    static async open(path) {
        const sidecar = new Sidecar();
        sidecar.#socket = connect(path);
        sidecar.#socket.on("error", () => {}); // the end says enough
        sidecar.#socket.on("data", (data) => sidecar.#read(data));
        await once(sidecar.#socket, "connect");
        sidecar.#send(0, str("tests"));
        sidecar.welcome = await sidecar.#reply();
        return sidecar;
    }

    #read(data) {
        this.#bytes = Buffer.concat([this.#bytes, data]);
        while (this.#bytes.length >= 4 && this.#bytes.length >= 4 + this.#bytes.readUInt32BE(0)) {
            const end = 4 + this.#bytes.readUInt32BE(0);
            this.#replies.push(new Reader(this.#bytes.subarray(4, end)).reply());
            this.#bytes = this.#bytes.subarray(end);
        }
        this.#socket.emit("replies");
    }

    async #reply() {
        while (this.#replies.length === 0) {
            await once(this.#socket, "replies", { signal: AbortSignal.timeout(20_000) });
        }
        return this.#replies.shift();
    }

    #send(tag, fields) {
        const body = [1, 0, ...uint(tag), ...fields];
        const length = Buffer.alloc(4);
        length.writeUInt32BE(body.length);
        this.#socket.write(Buffer.concat([length, Buffer.from(body)]));
    }

    // One request at a time.
    #ask(tag, ...fields) {
        this.#send(tag, [...u32(++this.#ids), ...fields.flat()]);
        return this.#reply();
    }

    execute = (sql, transaction) => this.#ask(1, transaction ? [1, ...str(transaction)] : [0], str(sql), uint(0));
    begin = (transaction, timeoutMs) => this.#ask(2, str(transaction), u32(timeoutMs));
    commit = (transaction) => this.#ask(3, str(transaction));

    close() {
        this.#socket.destroy();
    }
}
