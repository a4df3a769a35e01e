// Where in the page somebody is: #/segment/segment?name=value.
import { useEffect, useState } from "preact/hooks";

const read = () => {
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    return { path: path.split("/").filter(Boolean).map(decodeURIComponent), query: Object.fromEntries(new URLSearchParams(query)) };
};

export const link = (segments, query = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
    return `#/${segments.map(encodeURIComponent).join("/")}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
};

export const go = (segments, query) => {
    location.hash = link(segments, query);
};

// Stays on the screen, and in the history too.
export const adjust = (segments, query) => {
    history.replaceState(null, "", link(segments, query));
    dispatchEvent(new HashChangeEvent("hashchange"));
};

export function useRoute() {
    const [route, setRoute] = useState(read);
    useEffect(() => {
        const changed = () => setRoute(read());
        addEventListener("hashchange", changed);
        return () => removeEventListener("hashchange", changed);
    }, []);
    return route;
}
