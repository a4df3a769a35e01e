// The state: as a tree or as JSON, edited, and how it changed while somebody looked.
import { useEffect, useState } from "preact/hooks";
import { put } from "../lib/api.js";
import { clock, many } from "../lib/format.js";
import { useKept } from "../lib/hooks.js";
import { print, read } from "../lib/json.js";
import { Editor } from "../parts/editor.jsx";
import { say } from "../parts/notices.jsx";
import { Tree } from "../parts/tree.jsx";
import { Button, Copy, Empty, Loading, Pill } from "../parts/ui.jsx";

const short = (value) => {
    const text = value === undefined ? "nothing" : print(value);
    return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

const Change = ({ change, back }) => (
    <li>
        <details>
            <summary>
                <time>{clock(change.at)}</time> {many(change.parts.length, "difference")}:{" "}
                <code>
                    {change.parts
                        .map((part) => part.path)
                        .slice(0, 3)
                        .join(", ")}
                </code>
            </summary>
            <table class="diff">
                <tbody>
                    {change.parts.map((part) => (
                        <tr key={part.path}>
                            <th scope="row">
                                <code>{part.path}</code>
                            </th>
                            <td class="before">
                                <del>{short(part.before)}</del>
                            </td>
                            <td class="after">
                                <ins>{short(part.after)}</ins>
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            <Button kind="small" onClick={() => back(change.before)}>
                Put back what was before
            </Button>
        </details>
    </li>
);

export function State({ id, view }) {
    const { state, changes } = view;
    const [shape, setShape] = useKept("state-shape", "tree");
    const [draft, setDraft] = useState();
    const [base, setBase] = useState();
    const save = async (value, done) => {
        const before = state.value;
        await put(["actors", id, "state"], { state: value });
        setDraft(undefined);
        say(done, { label: "Undo", run: () => put(["actors", id, "state"], { state: before }).then(() => say("The state is as it was before")) });
    };
    const shown = state && print(state.value, 2);
    useEffect(() => setDraft(undefined), [id]);
    if (!state) {
        return <Loading what="Reading the state" />;
    }
    if (!state.enabled) {
        return (
            <section class="card">
                <Empty title="No state">{state.live ? "Actors of this type have none." : "It has not been started yet, or its type has none."}</Empty>
            </section>
        );
    }
    const edit = () => {
        setBase(shown);
        setDraft(shown);
    };
    const checked = draft !== undefined && read(draft);
    return (
        <div class="columns">
            <section class="card" aria-label="State">
                <div class="row">
                    <div class="switch" role="group" aria-label="Show as">
                        {["tree", "json"].map((one) => (
                            <button
                                type="button"
                                key={one}
                                disabled={draft !== undefined}
                                aria-pressed={draft !== undefined ? one === "json" : shape === one}
                                onClick={() => setShape(one)}
                            >
                                {one === "tree" ? "Tree" : "JSON"}
                            </button>
                        ))}
                    </div>
                    {!state.live && <Pill kind="sleeping">as stored</Pill>}
                    <span class="grow" />
                    <Copy text={shown} what="state" />
                    {draft === undefined ? (
                        <Button onClick={edit}>Edit</Button>
                    ) : (
                        <>
                            <Button kind="quiet" onClick={() => setDraft(undefined)}>
                                Discard
                            </Button>
                            <Button kind="main" disabled={Boolean(checked.error) || draft === base} onClick={() => save(checked.value, "The state is saved")}>
                                Save
                            </Button>
                        </>
                    )}
                </div>
                {draft !== undefined ? (
                    <>
                        {shown !== base && (
                            <p class="hint warn" role="status">
                                The state has changed since. Saving replaces what it is now.{" "}
                                <Button kind="small" onClick={edit}>
                                    Take the newest
                                </Button>
                            </p>
                        )}
                        <Editor
                            language="json"
                            label="State as JSON"
                            value={draft}
                            onChange={setDraft}
                            onRun={() => !checked.error && save(checked.value, "The state is saved")}
                        />
                        <p class={`hint ${checked.error ? "bad" : ""}`} role="status">
                            {checked.error ?? "Ctrl+Enter saves. The actor's code has to be able to read it, else it is refused."}
                        </p>
                    </>
                ) : shape === "json" ? (
                    <Editor key="shown" language="json" label="State as JSON" value={shown} readOnly />
                ) : (
                    <Tree value={state.value} label="State" />
                )}
            </section>
            <section class="card side" aria-label="Last changes">
                <h2>Last changes</h2>
                {changes.length === 0 ? (
                    <p class="soft">None while you have looked.</p>
                ) : (
                    <ol class="plain changes">
                        {changes.map((change) => (
                            <Change key={change.at + short(change.after)} change={change} back={(value) => save(value, "The state is put back")} />
                        ))}
                    </ol>
                )}
            </section>
        </div>
    );
}
