// Small parts of every screen.
import { useEffect, useRef, useState } from "preact/hooks";
import { fail, say } from "./notices.jsx";

// A button whose action may take a while: it shows so, and what goes wrong.
export function Button({ onClick, children, kind = "", label, disabled, ...rest }) {
    const [busy, setBusy] = useState(false);
    const here = useRef(true);
    useEffect(() => () => (here.current = false), []);
    const click = async (event) => {
        setBusy(true);
        try {
            await onClick?.(event);
        } catch (e) {
            fail(e);
        } finally {
            here.current && setBusy(false);
        }
    };
    return (
        <button type="button" class={`button ${kind}`} aria-label={label} title={label} aria-busy={busy} disabled={disabled || busy} onClick={click} {...rest}>
            {busy && <Spinner />}
            {children}
        </button>
    );
}

// How a form ends that may be given up.
export const FormEnd = ({ cancel, ready, action, label }) => (
    <div class="row end">
        <Button kind="quiet" onClick={cancel}>
            Cancel
        </Button>
        <Button kind="main" type="submit" disabled={!ready} onClick={action}>
            {label}
        </Button>
    </div>
);

export const Spinner = () => <span class="spinner" aria-hidden="true" />;

// What is shown while something is fetched: nothing at first, so that quick answers do not flicker.
export const Loading = ({ what = "Loading" }) => (
    <p class="loading" role="status">
        <Spinner /> {what}…
    </p>
);

export const Trouble = ({ error, again }) => (
    <div class="trouble" role="alert">
        <strong>{error.message}</strong>
        {error.code && <code>{error.code}</code>}
        {again && <Button onClick={again}>Try again</Button>}
    </div>
);

export const Empty = ({ title, children }) => (
    <div class="empty">
        <strong>{title}</strong>
        {children && <p>{children}</p>}
    </div>
);

// One of: loading, trouble, or what was loaded.
export function Loaded({ of, what, children }) {
    if (of.value !== undefined) {
        return children(of.value);
    }
    return of.error ? <Trouble error={of.error} again={of.reload} /> : <Loading what={what} />;
}

export const Pill = ({ kind, children, title }) => (
    <span class={`pill ${kind}`} title={title}>
        {children}
    </span>
);

export const Status = ({ of }) => (
    <Pill kind={of.error && of.status === "sleeping" ? "failed" : of.status} title={of.error ?? undefined}>
        {of.error && of.status === "sleeping" ? "failing" : of.status}
    </Pill>
);

export function Copy({ text, what }) {
    const copy = async () => {
        await navigator.clipboard.writeText(text);
        say(`${what} copied`);
    };
    return (
        <Button kind="icon" label={`Copy ${what}`} onClick={copy}>
            <Icon name="copy" />
        </Button>
    );
}

const PATHS = {
    copy: "M9 9h10v10H9zM5 15V5h10",
    search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4 4",
    theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
    play: "M7 5l12 7-12 7z",
    pause: "M8 5v14M16 5v14",
    close: "M6 6l12 12M18 6L6 18",
    down: "M12 5v14m-6-6 6 6 6-6",
    up: "M12 19V5m-6 6 6-6 6 6",
    refresh: "M20 12a8 8 0 1 1-2.3-5.6M20 4v4h-4",
    next: "M9 5l7 7-7 7",
    trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
};

export const Icon = ({ name }) => (
    <svg class="icon-shape" viewBox="0 0 24 24" aria-hidden="true">
        <path d={PATHS[name]} />
    </svg>
);

export const Field = ({ label, hint, error, children }) => (
    <label class={`field ${error ? "wrong" : ""}`}>
        <span>
            {label}
            {hint && <em>{hint}</em>}
        </span>
        {children}
        {error && <small role="alert">{error}</small>}
    </label>
);

// tabs: { id: [label, badge] }. Arrow keys move between them.
export function Tabs({ label, tabs, current, onSelect }) {
    const ids = Object.keys(tabs);
    const bar = useRef();
    const move = (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            const to = Math.max(0, Math.min(ids.length - 1, ids.indexOf(current) + step));
            onSelect(ids[to]);
            bar.current.children[to].focus();
        }
    };
    return (
        <div class="tabs" role="tablist" aria-label={label} ref={bar} onKeyDown={move}>
            {ids.map((id) => (
                <button
                    type="button"
                    role="tab"
                    key={id}
                    id={`tab-${id}`}
                    aria-controls="panel"
                    aria-selected={id === current}
                    tabIndex={id === current ? 0 : -1}
                    onClick={() => onSelect(id)}
                >
                    {tabs[id][0]}
                    {tabs[id][1] !== undefined && tabs[id][1] !== 0 && <span class="badge">{tabs[id][1]}</span>}
                </button>
            ))}
        </div>
    );
}

// Hands a file to the person.
export function download(name, content, type) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const a = document.createElement("a");
    a.href = url;
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
