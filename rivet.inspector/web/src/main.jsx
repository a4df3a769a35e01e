// The inspector: a page of its platform's admin port.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { listen, REFUSED } from "./lib/api.js";
import { useKept } from "./lib/hooks.js";
import { Recent } from "./lib/meters.js";
import { go, link, useRoute } from "./lib/route.js";
import { Notices } from "./parts/notices.jsx";
import { Icon } from "./parts/ui.jsx";
import { Home } from "./screens/home.jsx";
import { Actors } from "./screens/actors.jsx";
import { Events } from "./screens/events.jsx";
import { Sql } from "./screens/sql.jsx";
import { Actor } from "./actor/actor.jsx";
import "./page.css";

const THEMES = { auto: "as the system", light: "light", dark: "dark" };

function ThemeSwitch() {
    const [theme, setTheme] = useKept("theme", "auto");
    useEffect(() => {
        document.documentElement.dataset.theme = theme;
    }, [theme]);
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(theme) + 1) % names.length];
    return (
        <button
            type="button"
            class="button icon"
            aria-label={`Colours: ${THEMES[theme]}. Switch to ${THEMES[next]}`}
            title={`Colours: ${THEMES[theme]}`}
            onClick={() => setTheme(next)}
        >
            <Icon name="theme" />
        </button>
    );
}

// The platform as it is now; recent: what it did in the last minutes.
function useOverview() {
    const [overview, setOverview] = useState();
    const [reachable, setReachable] = useState(true);
    const recent = useRef(new Recent());
    useEffect(
        () =>
            listen(["overview"], {
                open: setReachable,
                overview: (now) => {
                    recent.current.add(now);
                    setOverview(now);
                },
            }),
        [],
    );
    const [refused, setRefused] = useState(false);
    useEffect(() => {
        const hear = () => setRefused(true);
        addEventListener(REFUSED, hear);
        return () => removeEventListener(REFUSED, hear);
    }, []);
    return { overview, recent: recent.current, reachable, refused: refused && !reachable };
}

function Find() {
    const field = useRef();
    useEffect(() => {
        const key = (event) => {
            const typing = event.target.closest?.("input, textarea, select, .editor");
            if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
                event.preventDefault();
                field.current.select();
            }
        };
        addEventListener("keydown", key);
        return () => removeEventListener("keydown", key);
    }, []);
    const find = (event) => {
        event.preventDefault();
        go(["actors"], { text: field.current.value.trim() });
        field.current.blur();
    };
    return (
        <form class="find" role="search" onSubmit={find}>
            <Icon name="search" />
            <input ref={field} type="search" placeholder="Find an actor by key or id" aria-label="Find an actor by key or id" />
            <kbd>/</kbd>
        </form>
    );
}

function Page() {
    const { path, query } = useRoute();
    const platform = useOverview();
    const [screen = "types", ...rest] = path;
    useEffect(() => {
        document.title = rest.length
            ? `${rest[0].slice(0, 8)} · Rivet`
            : ({ actors: "Actors · Rivet", events: "Events · Rivet", sql: "SQL · Rivet" }[screen] ?? "Rivet");
    }, [path.join("/")]);
    const place = (name, text) => (
        <a href={link([name])} aria-current={screen === name ? "page" : undefined}>
            {text}
        </a>
    );
    return (
        <>
            <a
                class="skip"
                href="#main"
                onClick={(event) => {
                    event.preventDefault();
                    document.getElementById("main").focus();
                }}
            >
                Skip to the content
            </a>
            <header class="top">
                <a class="brand" href={link(["types"])}>
                    <span class="logo" aria-hidden="true" />
                    Rivet
                </a>
                <nav aria-label="Screens">
                    {place("types", "Types")}
                    {place("actors", "Actors")}
                    {place("events", "Events")}
                    {place("sql", "SQL")}
                </nav>
                <Find />
                <ThemeSwitch />
            </header>
            {!platform.reachable && (
                <div class="banner" role="alert">
                    {platform.refused
                        ? "The platform has another token now: open the link that it shows at its start."
                        : "The platform does not answer. Trying again…"}
                </div>
            )}
            <main id="main" tabIndex={-1}>
                {screen === "actors" ? (
                    <Actors query={query} platform={platform} />
                ) : screen === "events" ? (
                    <Events query={query} platform={platform} />
                ) : screen === "sql" ? (
                    <Sql query={query} platform={platform} />
                ) : screen === "actor" && rest.length ? (
                    <Actor key={rest[0]} id={rest[0]} tab={rest[1] ?? "state"} />
                ) : (
                    <Home platform={platform} />
                )}
            </main>
            <Notices />
        </>
    );
}

render(<Page />, document.getElementById("page"));
