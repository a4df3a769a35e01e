// A form that creates an actor, or opens the one that has the key.
import { useState } from "preact/hooks";
import { post } from "../lib/api.js";
import { read } from "../lib/json.js";
import { go } from "../lib/route.js";
import { Field, FormEnd } from "../parts/ui.jsx";

export function Create({ types, type, done }) {
    const [form, setForm] = useState({ type: type || types[0] || "", namespace: "default", key: "", input: "" });
    const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
    const { value, error: wrong } = form.input.trim() ? read(form.input) : {};
    const create = async () => {
        const key = form.key
            .split(",")
            .map((part) => part.trim())
            .filter(Boolean);
        const actor = await post(["actors"], { type: form.type, namespace: form.namespace, key, ...(form.input.trim() && { input: value }) });
        done();
        go(["actor", actor.id]);
    };
    return (
        <form class="card form" aria-label="Create an actor" onSubmit={(event) => event.preventDefault()}>
            <div class="fields">
                <Field label="Type">
                    <select value={form.type} onChange={set("type")}>
                        {types.map((one) => (
                            <option key={one}>{one}</option>
                        ))}
                    </select>
                </Field>
                <Field label="Key" hint="parts with commas between">
                    <input value={form.key} onInput={set("key")} autoFocus />
                </Field>
                <Field label="Namespace">
                    <input value={form.namespace} onInput={set("namespace")} />
                </Field>
                <Field label="Input" hint="JSON; empty for none" error={wrong}>
                    <textarea rows={1} value={form.input} onInput={set("input")} spellcheck={false} />
                </Field>
            </div>
            <FormEnd cancel={done} ready={form.type && !wrong} action={create} label="Create or open" />
        </form>
    );
}
