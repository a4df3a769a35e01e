// A form for a call later on, or a job that comes again and again.
import { useState } from "preact/hooks";
import { post } from "../lib/api.js";
import { readList } from "../lib/json.js";
import { say } from "../parts/notices.jsx";
import { Button, Field, FormEnd } from "../parts/ui.jsx";

const KINDS = { at: "Once", every: "Every", cron: "Cron" };
const inAnHour = () => {
    const at = new Date(Date.now() + 3_600_000);
    return new Date(at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

export function New({ id, actions }) {
    const [open, setOpen] = useState(false);
    const [form, setForm] = useState({ kind: "at", action: "", args: "", at: inAnHour(), name: "", seconds: "60", expression: "0 3 * * *", zone: "UTC" });
    const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
    const args = readList(form.args.trim() || "[]", "a JSON list is needed");
    const action = form.action || actions[0];
    const ready =
        action &&
        !args.error &&
        (form.kind === "at" ? form.at : form.name.trim() && (form.kind === "cron" ? form.expression.trim() : Number(form.seconds) > 0));
    const add = async () => {
        const when = {
            at: { at: new Date(form.at).getTime() },
            every: { name: form.name, interval: Math.round(Number(form.seconds) * 1_000) },
            cron: { name: form.name, expression: form.expression, zone: form.zone },
        }[form.kind];
        await post(["actors", id, "schedules"], { kind: form.kind, action, args: args.value, ...when });
        say("It is scheduled");
        setOpen(false);
    };
    if (!open) {
        return (
            <div class="row end head">
                <Button onClick={() => setOpen(true)}>Schedule something</Button>
            </div>
        );
    }
    return (
        <form class="card form" aria-label="Schedule something" onSubmit={(event) => event.preventDefault()}>
            <div class="switch" role="group" aria-label="How often">
                {Object.entries(KINDS).map(([kind, name]) => (
                    <button type="button" key={kind} aria-pressed={form.kind === kind} onClick={() => setForm({ ...form, kind })}>
                        {name}
                    </button>
                ))}
            </div>
            <div class="fields">
                {form.kind === "at" ? (
                    <Field label="When">
                        <input type="datetime-local" value={form.at} onInput={set("at")} />
                    </Field>
                ) : (
                    <Field label="Name" hint="replaces the job that has it">
                        <input value={form.name} onInput={set("name")} />
                    </Field>
                )}
                {form.kind === "every" && (
                    <Field label="Seconds" hint="5 at least">
                        <input inputMode="decimal" value={form.seconds} onInput={set("seconds")} />
                    </Field>
                )}
                {form.kind === "cron" && (
                    <>
                        <Field label="Expression" hint="minute, hour, day, month, weekday">
                            <input class="mono" value={form.expression} onInput={set("expression")} />
                        </Field>
                        <Field label="Time zone">
                            <input value={form.zone} onInput={set("zone")} />
                        </Field>
                    </>
                )}
                <Field label="Action">
                    <select value={action} onChange={set("action")}>
                        {actions.map((one) => (
                            <option key={one}>{one}</option>
                        ))}
                    </select>
                </Field>
                <Field label="Arguments" hint="a JSON list" error={args.error}>
                    <textarea class="mono" rows={1} value={form.args} onInput={set("args")} spellcheck={false} placeholder="[]" />
                </Field>
            </div>
            <FormEnd cancel={() => setOpen(false)} ready={ready} action={add} label="Schedule" />
        </form>
    );
}
