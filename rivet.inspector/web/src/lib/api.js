// What the page asks the platform for.
import { parse, print } from "./json.js";

export class Refusal extends Error {
    constructor({ group, code, message, metadata }, status) {
        super(message);
        this.code = `${group}.${code}`;
        this.metadata = metadata;
        this.status = status;
    }
}

const path = (segments) => segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");

const address = (root, segments, query = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
    return `/${root}${path(segments)}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
};

const send = (where, method, { body, signal }) =>
    fetch(where, {
        method,
        signal,
        headers: { "x-rivet-inspector": "1", ...(body !== undefined && { "content-type": body instanceof Blob ? "application/zip" : "application/json" }) },
        ...(body !== undefined && { body: body instanceof Blob ? body : print(body) }),
    }).catch((e) => {
        throw e.name === "AbortError" ? e : new Refusal({ group: "page", code: "unreachable", message: "The platform does not answer." }, 0);
    });

// The token may have been replaced: then only its new link lets the browser in.
export const REFUSED = "rivet-refused";

async function ask(method, segments, { query, body, signal } = {}) {
    return answer(await send(address("api", segments, query), method, { body, signal }));
}

async function answer(response) {
    response.status === 401 && dispatchEvent(new Event(REFUSED));
    const text = await response.text();
    let value;
    try {
        value = parse(text);
    } catch {
        throw new Refusal(
            { group: "page", code: "no_json", message: `The platform answered ${response.status} with something that is no JSON.` },
            response.status,
        );
    }
    if (!response.ok) {
        throw new Refusal(value, response.status);
    }
    return value;
}

export const get = (segments, query, signal) => ask("GET", segments, { query, signal });
export const post = (segments, body = {}, query) => ask("POST", segments, { body, query });
export const put = (segments, body) => ask("PUT", segments, { body });
export const remove = (segments, query) => ask("DELETE", segments, { query });

// Asks for something that comes bit by bit: a JSON value a line.
export async function stream(segments, query, body, signal, line) {
    const response = await send(address("live", segments, query), "POST", { body, signal });
    if (!response.ok) {
        return answer(response);
    }
    let rest = "";
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split("\n");
        rest = lines.pop();
        lines.filter(Boolean).forEach((one) => line(parse(one)));
    }
    return undefined;
}

// Listens to what happens. told: handlers by event; open is told whether the platform is there. Returns what ends it.
export function listen(segments, told, query) {
    let source;
    let timer;
    let over = false;
    const connect = () => {
        source = new EventSource(address("live", segments, query));
        source.onopen = () => told.open?.(true);
        source.onerror = () => {
            told.open?.(false);
            // the browser tries again by itself, unless it was refused
            if (source.readyState === EventSource.CLOSED && !over) {
                timer = setTimeout(connect, 2_000);
                get(["types"]).catch(() => undefined);
            }
        };
        for (const [name, handler] of Object.entries(told)) {
            if (name !== "open") {
                source.addEventListener(name, (event) => handler(parse(event.data)));
            }
        }
    };
    connect();
    return () => {
        over = true;
        clearTimeout(timer);
        source.close();
    };
}
