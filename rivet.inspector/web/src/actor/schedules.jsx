// What the actor is to do later, and what became of it.
import { useState } from "preact/hooks";
import { get, post, remove } from "../lib/api.js";
import { ago, moment, span } from "../lib/format.js";
import { useLoaded, useNow } from "../lib/hooks.js";
import { print } from "../lib/json.js";
import { confirm, say } from "../parts/notices.jsx";
import { Button, Empty, Loaded, Pill } from "../parts/ui.jsx";
import { Asleep } from "./actor.jsx";
import { New } from "./new-schedule.jsx";

const when = (one) =>
    one.kind === "cron" ? `${one.expression}${one.zone ? ` (${one.zone})` : ""}` : one.kind === "every" ? `every ${span(one.interval)}` : "once";

function Runs({ id, job, lastRun }) {
    const runs = useLoaded(() => get(["actors", id, "schedules", job, "runs"], { limit: 50 }), [id, job, lastRun]);
    return (
        <Loaded of={runs} what="Reading its runs">
            {(all) =>
                all.length === 0 ? (
                    <p class="soft">It has not run yet, or its runs are not remembered.</p>
                ) : (
                    <table class="list inner">
                        <thead>
                            <tr>
                                <th>Due</th>
                                <th>Late by</th>
                                <th>Took</th>
                                <th>Result</th>
                            </tr>
                        </thead>
                        <tbody>
                            {all.map((run) => (
                                <tr key={run.firedAt}>
                                    <td>{moment(run.scheduledAt)}</td>
                                    <td>{span(Math.max(0, run.firedAt - run.scheduledAt))}</td>
                                    <td>{run.finishedAt ? span(run.finishedAt - run.firedAt) : "–"}</td>
                                    <td>
                                        <Pill kind={run.result === "ok" ? "running" : run.result === "error" ? "failed" : "sleeping"}>{run.result}</Pill>{" "}
                                        {run.error?.message}
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                )
            }
        </Loaded>
    );
}

function Schedule({ id, one, now }) {
    const [open, setOpen] = useState(false);
    const cancel = async () => {
        const yes = await confirm({
            title: one.kind === "at" ? `Cancel the call of ${one.action}?` : `Delete the job ${one.id}?`,
            danger: true,
            action: one.kind === "at" ? "Cancel the call" : "Delete",
            text: one.kind === "at" ? "It will not happen." : "It will not run again, and its history is gone.",
        });
        if (yes) {
            await remove(["actors", id, "schedules", one.id], { kind: one.kind });
            say("It is gone");
        }
    };
    const run = async () => {
        const { begun } = await post(["actors", id, "schedules", one.id, "run"], {}, { kind: one.kind });
        say(begun ? `${one.action} runs` : "It runs just now, or is gone");
    };
    return (
        <>
            <tr>
                <th scope="row">{one.kind === "at" ? <code>{one.id.slice(0, 12)}</code> : one.id}</th>
                <td data-label="Calls">
                    <code>
                        {one.action}({one.args.map((arg) => print(arg)).join(", ")})
                    </code>
                </td>
                <td data-label="When">{when(one)}</td>
                <td data-label="Next" title={moment(one.nextRun)}>
                    {ago(one.nextRun, now)}
                </td>
                <td data-label="Last" title={one.lastRun ? moment(one.lastRun) : undefined}>
                    {one.lastRun ? ago(one.lastRun, now) : "–"}
                </td>
                <td class="acts">
                    {one.kind !== "at" && (
                        <Button kind="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                            Runs
                        </Button>
                    )}
                    <Button kind="small" onClick={run}>
                        Run now
                    </Button>
                    <Button kind="small danger" onClick={cancel}>
                        {one.kind === "at" ? "Cancel" : "Delete"}
                    </Button>
                </td>
            </tr>
            {open && (
                <tr class="more">
                    <td colSpan={6}>
                        <Runs id={id} job={one.id} lastRun={one.lastRun} />
                    </td>
                </tr>
            )}
        </>
    );
}

export function Schedules({ id, actor, view }) {
    const now = useNow();
    if (!actor.live) {
        return (
            <section class="card">
                <Asleep id={id} what="its schedules" />
            </section>
        );
    }
    const all = view.snapshot?.schedules ?? [];
    return (
        <div class="stack">
            <New id={id} actions={view.snapshot?.actions ?? []} />
            <section class="card flush" aria-label="Schedules">
                {all.length === 0 ? (
                    <Empty title="Nothing is scheduled">
                        Single calls and recurring jobs that the actor's code sets up, or somebody adds here, are listed.
                    </Empty>
                ) : (
                    <table class="list stacked">
                        <thead>
                            <tr>
                                <th>Name</th>
                                <th>Calls</th>
                                <th>When</th>
                                <th>Next</th>
                                <th>Last</th>
                                <th />
                            </tr>
                        </thead>
                        <tbody>
                            {all.map((one) => (
                                <Schedule key={one.kind + one.id} id={id} one={one} now={now} />
                            ))}
                        </tbody>
                    </table>
                )}
            </section>
        </div>
    );
}
