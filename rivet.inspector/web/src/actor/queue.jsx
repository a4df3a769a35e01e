// What waits in the queue; more can be put in, and all of it dropped.
import { useState } from "preact/hooks";
import { get, post, remove } from "../lib/api.js";
import { ago, count, many, moment } from "../lib/format.js";
import { useLoaded, useNow } from "../lib/hooks.js";
import { read } from "../lib/json.js";
import { confirm, say } from "../parts/notices.jsx";
import { Tree } from "../parts/tree.jsx";
import { Button, Empty, Field, Loaded } from "../parts/ui.jsx";
import { Asleep } from "./actor.jsx";

const MOST = 200;

function Send({ id, sent }) {
    const [name, setName] = useState("");
    const [body, setBody] = useState("");
    const { value, error: wrong } = body.trim() ? read(body) : {};
    const send = async () => {
        const message = await post(["actors", id, "queue"], { name: name.trim(), ...(body.trim() && { body: value }) });
        say(`Message ${message.id} is in the queue`);
        sent();
    };
    return (
        <form class="card form" aria-label="Put a message into the queue" onSubmit={(event) => event.preventDefault()}>
            <h2>Put a message in</h2>
            <div class="fields">
                <Field label="Queue">
                    <input value={name} onInput={(event) => setName(event.target.value)} />
                </Field>
                <Field label="Body" hint="JSON; empty for none" error={wrong}>
                    <textarea class="mono" rows={2} value={body} onInput={(event) => setBody(event.target.value)} spellcheck={false} />
                </Field>
            </div>
            <div class="row end">
                <Button kind="main" type="submit" disabled={!name.trim() || Boolean(wrong)} onClick={send}>
                    Send
                </Button>
            </div>
        </form>
    );
}

const Message = ({ message, now }) => (
    <tr>
        <td data-label="Id" class="narrow">
            {message.id}
        </td>
        <td data-label="Queue">{message.name}</td>
        <td data-label="Body" class="wide">
            <Tree value={message.body} label={`Body of message ${message.id}`} />
        </td>
        <td data-label="Received">{message.attempts === 0 ? <span class="soft">never</span> : many(message.attempts, "time")}</td>
        <td data-label="Sent" class="number" title={moment(message.createdAt)}>
            {ago(message.createdAt, now)}
        </td>
    </tr>
);

export function Queue({ id, actor, view }) {
    const size = view.snapshot?.queueSize;
    const loaded = useLoaded(async () => {
        if (actor.live) {
            const [queue, messages] = await Promise.all([get(["actors", id, "queue"], { limit: 0 }), get(["actors", id, "messages"], { limit: MOST })]);
            return { ...queue, messages };
        }
    }, [id, size, Boolean(actor.live)]);
    const now = useNow();
    if (!actor.live) {
        return (
            <section class="card">
                <Asleep id={id} what="its queue" />
            </section>
        );
    }
    const clear = async () => {
        const yes = await confirm({
            title: "Drop all messages?",
            action: "Drop all",
            danger: true,
            text: `${many(size, "message")} and those that are being handled are gone for good.`,
        });
        if (yes) {
            await remove(["actors", id, "queue"]);
            say("The queue is empty");
            loaded.reload();
        }
    };
    return (
        <div class="stack">
            <Send id={id} sent={loaded.reload} />
            <section class="card flush" aria-label="Messages">
                <Loaded of={loaded} what="Reading the queue">
                    {(queue) => (
                        <>
                            <div class="row bar">
                                <h2>{many(queue.size, "message")}</h2>
                                <span class="soft">
                                    of at most {count(queue.maxSize)}
                                    {queue.size > queue.messages.length && `, the oldest ${count(queue.messages.length)} are shown`}
                                </span>
                                <span class="grow" />
                                <Button kind="danger" disabled={queue.size === 0} onClick={clear}>
                                    Drop all
                                </Button>
                            </div>
                            {queue.messages.length === 0 ? (
                                <Empty title="Nothing waits" />
                            ) : (
                                <table class="list stacked">
                                    <thead>
                                        <tr>
                                            <th class="narrow">Id</th>
                                            <th>Queue</th>
                                            <th>Body</th>
                                            <th>Received</th>
                                            <th class="number">Sent</th>
                                        </tr>
                                    </thead>
                                    <tbody>
                                        {queue.messages.map((message) => (
                                            <Message key={message.id} message={message} now={now} />
                                        ))}
                                    </tbody>
                                </table>
                            )}
                        </>
                    )}
                </Loaded>
            </section>
        </div>
    );
}
