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

async function ask(method, segments, { query = {}, body, signal } = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
    const response = await fetch(`/api${path(segments)}${given.length ? `?${new URLSearchParams(given)}` : ""}`, {
        method, signal, headers: { "x-rivet-inspector": "1", ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: typeof body === "string" ? body : print(body) }),
    }).catch((e) => {
        throw e.name === "AbortError" ? e : new Refusal({ group: "page", code: "unreachable", message: "The platform does not answer." }, 0);
    });
    const text = await response.text();
    let answer;
    try {
        answer = parse(text);
    } catch {
        throw new Refusal({ group: "page", code: "no_json", message: `The platform answered ${response.status} with something that is no JSON.` }, response.status);
    }
    if (!response.ok) {
        throw new Refusal(answer, response.status);
    }
    return answer;
}

export const get = (segments, query, signal) => ask("GET", segments, { query, signal });
export const post = (segments, body = {}) => ask("POST", segments, { body });
export const put = (segments, body) => ask("PUT", segments, { body });
export const remove = (segments, query) => ask("DELETE", segments, { query });

// Listens to what happens. told: handlers by event; open is told whether the platform is there. Returns what ends it.
export function listen(segments, told) {
    let source;
    let timer;
    let over = false;
    const connect = () => {
        source = new EventSource(`/live${path(segments)}`);
        source.onopen = () => told.open?.(true);
        source.onerror = () => {
            told.open?.(false);
            // the browser tries again by itself, unless it was refused
            if (source.readyState === EventSource.CLOSED && !over) {
                timer = setTimeout(connect, 2_000);
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
