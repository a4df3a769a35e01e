// How new code of a type is rolled out, and what an operator can do about it.
import { useState } from "preact/hooks";
import { post } from "../lib/api.js";
import { ago, count, many } from "../lib/format.js";
import { useNow } from "../lib/hooks.js";
import { link } from "../lib/route.js";
import { confirm, say } from "../parts/notices.jsx";
import { Button, Pill } from "../parts/ui.jsx";

export const versionName = ({ bundle, version }) => `${bundle} ${version}`;

const STAGES = { going_on: ["starting", "rolling out"], paused: ["failed", "paused"], done: ["running", "done"] };
const PACES = { all: ["all at once", undefined], one: ["one a second", 1], ten: ["ten a second", 10], asleep: ["when they sleep", "asleep"] };

// In short, for a row of the table.
export function RolloutState({ type }) {
    const { versions, rollout } = type;
    if (versions.length === 0) {
        return <Pill kind="failed">absent</Pill>;
    }
    if (rollout?.stage === "paused" || (!rollout && versions.some((one) => one.paused))) {
        return (
            <Pill kind="failed" title={rollout?.paused ?? versions.find((one) => one.paused)?.paused}>
                paused
            </Pill>
        );
    }
    if (rollout?.stage === "done" && versions[0].paused) {
        return (
            <Pill kind="starting" title={versions[0].paused}>
                held back
            </Pill>
        );
    }
    return rollout?.stage === "going_on" ? (
        <Pill kind="starting" title={`to ${rollout.version}`}>{`${count(rollout.onIt)} of ${count(rollout.onIt + rollout.waiting)}`}</Pill>
    ) : (
        <Pill kind="running">{versions.length > 1 ? `on ${rollout?.version ?? versions[0].version}` : "one version"}</Pill>
    );
}

function Progress({ rollout, now }) {
    const [kind, word] = STAGES[rollout.stage];
    const all = rollout.onIt + rollout.waiting;
    return (
        <div class="stack">
            <p>
                <Pill kind={kind}>{word}</Pill> {versionName(rollout)}, {rollout.pace}, begun {ago(rollout.begun, now)}: {count(rollout.onIt)} on it,{" "}
                {count(rollout.waiting)} waiting, {count(rollout.moved)} moved while awake
                {rollout.failed > 0 && <span class="bad">, {count(rollout.failed)} failed</span>}
            </p>
            {all > 0 && <progress max={all} value={rollout.onIt} aria-label="Actors on the new code" />}
            {rollout.paused && <p class="bad">{rollout.paused}</p>}
            {rollout.failures.length > 0 && (
                <ul class="plain failures">
                    {rollout.failures.map((one) => (
                        <li key={one.actor + one.at}>
                            <a href={link(["actor", one.actor])}>
                                <code>{one.actor.slice(0, 12)}</code>
                            </a>{" "}
                            {ago(one.at, now)}: <span class="bad">{one.reason}</span>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

const ask = (title, text, action, danger) => confirm({ title, text, action, danger });

export function RolloutPanel({ type: { name, versions, rollout } }) {
    const now = useNow();
    const [pace, setPace] = useState("all");
    const paused = rollout?.stage === "paused" || versions.some((one) => one.paused);
    const several = versions.length > 1;
    const to = async (one) => {
        const how = `Awake actors are moved ${PACES[pace][0]}; those that sleep take it at their next start.`;
        const text = `${how} One that cannot be started on it goes back, and the roll-out pauses.`;
        if (await ask(`Have ${name} run ${one.version}?`, text, "Roll out")) {
            await post(["types", name, "rollout"], { version: one.version, ...(PACES[pace][1] && { pace: PACES[pace][1] }) });
        }
    };
    const pause = async () => {
        await post(["types", name, "pause"], { reason: "by hand, from the inspector" });
        say(`The roll-out of ${name} is paused`);
    };
    const resume = async () => {
        if (await ask(`Go on with the roll-out of ${name}?`, "Each actor takes the best version at its next start, and awake ones are moved to it.", "Go on")) {
            await post(["types", name, "resume"]);
            say(`The roll-out of ${name} goes on`);
        }
    };
    const back = async () => {
        if (
            await ask(
                `Go back to the version before of ${name}?`,
                "All awake actors are moved at once. Those whose state only the newer code can read stay.",
                "Roll back",
                true,
            )
        ) {
            await post(["types", name, "back"]);
            say(`${name} goes back`);
        }
    };
    return (
        <section class="rollout" aria-label={`Roll-out of ${name}`}>
            {rollout && <Progress rollout={rollout} now={now} />}
            <div class="row">
                {paused ? (
                    <Button kind="main" onClick={resume}>
                        Go on
                    </Button>
                ) : (
                    <Button disabled={!several} onClick={pause}>
                        Pause
                    </Button>
                )}
                <Button kind="danger" disabled={!several} onClick={back}>
                    Roll back
                </Button>
                <span class="grow" />
                {several && (
                    <label class="row soft">
                        Pace{" "}
                        <select value={pace} onChange={(event) => setPace(event.target.value)}>
                            {Object.entries(PACES).map(([id, [text]]) => (
                                <option key={id} value={id}>
                                    {text}
                                </option>
                            ))}
                        </select>
                    </label>
                )}
            </div>
            {versions.length === 0 ? (
                <p class="soft">No bundle has this type now. Its actors sleep, and calls wait a moment for it to come back.</p>
            ) : (
                <table class="list inner">
                    <thead>
                        <tr>
                            <th>Version</th>
                            <th class="number">State</th>
                            <th class="number">Awake</th>
                            <th>Roll-out</th>
                            <th />
                        </tr>
                    </thead>
                    <tbody>
                        {versions.map((one) => (
                            <tr key={one.service}>
                                <th scope="row">{versionName(one)}</th>
                                <td class="number">{one.stateVersion}</td>
                                <td class="number">{many(one.awake, "actor")}</td>
                                <td>{one.paused ? <span class="bad">{one.paused}</span> : "–"}</td>
                                <td class="acts">
                                    {several && (
                                        <Button kind="small" onClick={() => to(one)}>
                                            Roll out
                                        </Button>
                                    )}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}
