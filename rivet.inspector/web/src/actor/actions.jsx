// The actions: a form for each, made of its parameters' types, and what came of the calls.
import { useMemo, useState } from "preact/hooks";
import { get, post } from "../lib/api.js";
import { clock, span } from "../lib/format.js";
import { useLoaded } from "../lib/hooks.js";
import { print, readList } from "../lib/json.js";
import { Tree } from "../parts/tree.jsx";
import { Button, Empty, Field, Loaded, Pill } from "../parts/ui.jsx";
import { Asleep } from "./actor.jsx";
import { argumentsOf, first, kindOf } from "./schema.js";

const RESULTS = 20;

function Input({ parameter, value, onChange, label }) {
    const kind = parameter.rest ? "json" : kindOf(parameter.schema);
    const text = (event) => onChange(event.target.value);
    switch (kind) {
        case "boolean":
            return <input type="checkbox" aria-label={label} checked={value} onChange={(event) => onChange(event.target.checked)} />;
        case "choice":
            return (
                <select value={value} onChange={text}>
                    {parameter.schema.enum.map((one) => (
                        <option key={one}>{one}</option>
                    ))}
                </select>
            );
        case "integer":
        case "number":
            return <input inputMode="decimal" value={value} onInput={text} autoComplete="off" />;
        case "string":
            return <textarea rows={1} value={value} onInput={text} />;
        default:
            return (
                <textarea
                    class="mono"
                    rows={Math.min(12, Math.max(1, String(value).split("\n").length))}
                    value={value}
                    onInput={text}
                    spellcheck={false}
                    placeholder="JSON"
                />
            );
    }
}

function Form({ action, call }) {
    const { parameters } = action;
    const [fields, setFields] = useState(() => parameters.map(first));
    const [raw, setRaw] = useState();
    const { args, errors } = argumentsOf(parameters, fields);
    const typed = raw === undefined ? undefined : readList(raw, "a list of arguments is needed");
    const bad = typed ? typed.error : errors.find(Boolean);
    const run = () => call(typed ? typed.value : args);
    const key = (event) =>
        event.key === "Enter" && (event.ctrlKey || event.metaKey || event.target.tagName === "INPUT") && !bad && (event.preventDefault(), run());
    return (
        <form class="card form" aria-label={`Call ${action.name}`} onSubmit={(event) => event.preventDefault()} onKeyDown={key}>
            <div class="row">
                <h2 class="signature">
                    <code>
                        {action.name}
                        <span class="soft">({parameters.map((one) => `${one.name}: ${one.type}${one.rest ? "…" : ""}`).join(", ")})</span>
                    </code>
                </h2>
                <span class="grow" />
                <div class="switch" role="group" aria-label="Give arguments as">
                    <button type="button" aria-pressed={raw === undefined} onClick={() => setRaw(undefined)}>
                        Form
                    </button>
                    <button type="button" aria-pressed={raw !== undefined} onClick={() => setRaw(print(args ?? []))}>
                        JSON
                    </button>
                </div>
            </div>
            {raw !== undefined ? (
                <Field label="Arguments" hint="a JSON list" error={typed.error}>
                    <textarea class="mono" rows={4} value={raw} onInput={(event) => setRaw(event.target.value)} spellcheck={false} />
                </Field>
            ) : parameters.length === 0 ? (
                <p class="soft">It takes no arguments.</p>
            ) : (
                <div class="fields">
                    {parameters.map((parameter, i) => (
                        <Field
                            key={parameter.name}
                            label={parameter.name}
                            hint={`${parameter.type}${parameter.rest ? ", all that follow" : ""}`}
                            error={fields[i] !== "" && errors[i]}
                        >
                            <Input
                                parameter={parameter}
                                label={parameter.name}
                                value={fields[i]}
                                onChange={(value) => setFields((before) => before.with(i, value))}
                            />
                        </Field>
                    ))}
                </div>
            )}
            <div class="row end">
                <span class="hint">Ctrl+Enter</span>
                <Button kind="main" type="submit" disabled={Boolean(bad)} onClick={run}>
                    Call
                </Button>
            </div>
        </form>
    );
}

function Result({ result, again }) {
    const { action, args, at, took, error, output, nothing } = result;
    return (
        <li class={`result ${error ? "wrong" : ""}`}>
            <div class="row">
                <code class="grow call">
                    {action}({args.map((one) => print(one)).join(", ")})
                </code>
                {error ? <Pill kind="failed">{error.code}</Pill> : <Pill kind="running">done</Pill>}
                <span class="soft">{span(took)}</span>
                <time class="soft">{clock(at)}</time>
                <Button kind="small" onClick={again}>
                    Again
                </Button>
            </div>
            {error ? (
                <p class="bad">
                    {error.message}
                    {error.metadata && <code>{print(error.metadata)}</code>}
                </p>
            ) : nothing ? (
                <p class="soft">It returned nothing.</p>
            ) : (
                <Tree value={output} label={`Result of ${action}`} />
            )}
        </li>
    );
}

export function Actions({ id, actor, view }) {
    const names = view.snapshot?.actions ?? [];
    const known = useLoaded(() => get(["types", actor.type, "actions"]), [actor.type, names.join()]);
    const [chosen, setChosen] = useState();
    const [wanted, setWanted] = useState("");
    const [results, setResults] = useState([]);
    const actions = useMemo(() => {
        const typed = known.value ?? [];
        const rest = names.filter((name) => !typed.some((one) => one.name === name));
        return [...typed, ...rest.map((name) => ({ name, parameters: [{ name: "arguments", type: "anything", schema: {}, rest: true }] }))];
    }, [known.value, names.join()]);
    const call = async (name, args) => {
        const at = Date.now();
        const start = performance.now();
        const done = (part) => setResults((before) => [{ action: name, args, at, took: performance.now() - start, ...part }, ...before].slice(0, RESULTS));
        try {
            done(await post(["actors", id, "actions", name], { args }));
        } catch (error) {
            done({ error });
        }
    };
    if (actions.length === 0) {
        return (
            <section class="card">
                {actor.live ? (
                    <Loaded of={known}>{() => <Empty title="No actions">Actors of this type have none.</Empty>}</Loaded>
                ) : (
                    <Asleep id={id} what="its actions" />
                )}
            </section>
        );
    }
    const current = actions.find((one) => one.name === chosen) ?? actions[0];
    const shown = actions.filter((one) => one.name.toLowerCase().includes(wanted.toLowerCase()));
    return (
        <div class="with-list">
            <nav class="card flush picks" aria-label="Actions">
                {actions.length > 12 && (
                    <input type="search" placeholder="Filter" aria-label="Filter actions" value={wanted} onInput={(event) => setWanted(event.target.value)} />
                )}
                {shown.map((one) => (
                    <button type="button" key={one.name} aria-current={one === current} onClick={() => setChosen(one.name)}>
                        {one.name}
                    </button>
                ))}
            </nav>
            <div class="stack">
                <Form key={current.name} action={current} call={(args) => call(current.name, args)} />
                <section class="card" aria-label="Results" aria-live="polite">
                    <h2>Results</h2>
                    {results.length === 0 ? (
                        <p class="soft">What is called from here appears here, with the time that it took.</p>
                    ) : (
                        <ol class="plain">
                            {results.map((result) => (
                                <Result key={result.at} result={result} again={() => call(result.action, result.args)} />
                            ))}
                        </ol>
                    )}
                </section>
            </div>
        </div>
    );
}
