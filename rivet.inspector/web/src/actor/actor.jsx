// One actor: what it is, what is in it, and what can be done with it.
import { post, remove } from "../lib/api.js";
import { ago, count, key, moment } from "../lib/format.js";
import { useNow } from "../lib/hooks.js";
import { adjust, go, link } from "../lib/route.js";
import { confirm, say } from "../parts/notices.jsx";
import { Button, Copy, Empty, Icon, Loading, Status, Tabs, Trouble } from "../parts/ui.jsx";
import { useActor } from "./live.js";
import { State } from "./state.jsx";
import { Actions } from "./actions.jsx";
import { Database } from "./database.jsx";
import { Queue } from "./queue.jsx";
import { Schedules } from "./schedules.jsx";
import { Connections } from "./connections.jsx";
import { Events } from "./events.jsx";
import { Metrics } from "./metrics.jsx";

const PANELS = {
    state: State,
    actions: Actions,
    database: Database,
    queue: Queue,
    schedules: Schedules,
    connections: Connections,
    events: Events,
    metrics: Metrics,
};

function Controls({ actor }) {
    const path = ["actors", actor.id];
    const asleep = actor.status === "sleeping";
    const destroy = async () => {
        const yes = await confirm({
            title: `Destroy ${actor.type} ${key(actor.key)}?`,
            danger: true,
            action: "Destroy",
            text: "Its state, its database and its key are gone for good. Calls to its key find no actor, or create a new one.",
        });
        if (yes) {
            await remove(path);
            say("The actor is destroyed");
            go(["actors"], { type: actor.type });
        }
    };
    const reschedule = async () => {
        await post([...path, "reschedule"]);
        say("The actor has been started anew");
    };
    return (
        <div class="row controls">
            {asleep ? (
                <Button kind="main" onClick={() => post([...path, "wake"])}>
                    Wake
                </Button>
            ) : (
                <Button onClick={() => post([...path, "sleep"])}>Sleep</Button>
            )}
            <Button onClick={reschedule}>Reschedule</Button>
            <a
                class="button"
                href={`/api/actors/${encodeURIComponent(actor.id)}/export`}
                download
                title="One file with its database and what else there is to know of it"
            >
                Export
            </a>
            <Button kind="danger" onClick={destroy}>
                Destroy
            </Button>
        </div>
    );
}

const Fact = ({ name, children, title }) => (
    <div title={title}>
        <dt>{name}</dt>
        <dd>{children}</dd>
    </div>
);

function Head({ actor, view }) {
    const now = useNow();
    const { live } = actor;
    const { paused, setPaused } = view;
    return (
        <header class="actor-head">
            <div class="row">
                <div class="grow">
                    <p class="crumbs">
                        <a href={link(["actors"], { type: actor.type })}>{actor.type}</a>
                        {actor.namespace !== "default" && <> in {actor.namespace}</>}
                    </p>
                    <h1>
                        {key(actor.key)} <Status of={actor} />
                    </h1>
                </div>
                <Controls actor={actor} />
            </div>
            {actor.error && (
                <div class="trouble" role="alert">
                    <strong>It could not be started: {actor.error}</strong>
                </div>
            )}
            <dl class="facts">
                <Fact name="Id">
                    <code>{actor.id}</code> <Copy text={actor.id} what="id" />
                </Fact>
                <Fact name="Code">{live?.bundle ?? "asleep"}</Fact>
                <Fact name="Generation">
                    {count(actor.generation)}
                    {live?.instance > 1 && `, instance ${live.instance}`}
                </Fact>
                <Fact name="Created" title={moment(actor.createdAt)}>
                    {ago(actor.createdAt, now)}
                </Fact>
                {actor.startedAt && (
                    <Fact name="Started" title={moment(actor.startedAt)}>
                        {ago(actor.startedAt, now)}
                    </Fact>
                )}
                {actor.alarm && (
                    <Fact name="Wakes" title={moment(actor.alarm)}>
                        {ago(actor.alarm, now)}
                    </Fact>
                )}
                {live && (
                    <Fact name="Turns">
                        {count(live.turns)}
                        {live.errors > 0 && <span class="bad">, {count(live.errors)} failed</span>}
                    </Fact>
                )}
                {live && live.waiting + live.running > 0 && (
                    <Fact name="Work">
                        {live.running} running, {live.waiting} waiting
                    </Fact>
                )}
                <Fact name="View">
                    <button
                        type="button"
                        class={`button small live ${paused ? "" : "on"}`}
                        aria-pressed={!paused}
                        onClick={() => setPaused(!paused)}
                        title={paused ? "Follow the actor" : "While somebody follows an actor, it stays awake"}
                    >
                        <Icon name={paused ? "play" : "pause"} />
                        {paused ? "paused" : live ? "live" : "waiting"}
                    </button>
                </Fact>
            </dl>
        </header>
    );
}

// What a panel shows of an actor that sleeps: to look further wakes it.
export const Asleep = ({ id, what }) => (
    <Empty title="The actor sleeps">
        To see {what}, it has to be woken.{" "}
        <Button kind="main" onClick={() => post(["actors", id, "wake"])}>
            Wake it
        </Button>
    </Empty>
);

export function Actor({ id, tab }) {
    const view = useActor(id);
    const { actor, snapshot } = view;
    if (actor === undefined) {
        return view.trouble ? <Trouble error={view.trouble} /> : <Loading what="Looking for the actor" />;
    }
    if (actor === null) {
        return (
            <Empty title="There is no such actor">
                It was destroyed, or never was. <a href={link(["actors"])}>All actors</a>
            </Empty>
        );
    }
    const Panel = PANELS[tab] ?? State;
    const tabs = {
        state: ["State"],
        actions: ["Actions"],
        database: ["Database"],
        queue: ["Queue", snapshot?.queueSize],
        schedules: ["Schedules", snapshot?.schedules.length],
        connections: ["Connections", snapshot?.connections.length],
        events: ["Events"],
        metrics: ["Metrics"],
    };
    return (
        <>
            <Head actor={actor} view={view} />
            <Tabs label="Of this actor" tabs={tabs} current={PANELS[tab] ? tab : "state"} onSelect={(next) => adjust(["actor", id, next])} />
            <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
                <Panel id={id} actor={actor} view={view} />
            </div>
        </>
    );
}
