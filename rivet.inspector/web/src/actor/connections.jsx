// Who is connected.
import { useState } from "preact/hooks";
import { remove } from "../lib/api.js";
import { print } from "../lib/json.js";
import { confirm, say } from "../parts/notices.jsx";
import { Tree } from "../parts/tree.jsx";
import { Button, Copy, Empty, Pill } from "../parts/ui.jsx";
import { Asleep } from "./actor.jsx";

const Connection = ({ one, close }) => (
    <tr>
        <th scope="row">
            <code>{one.id.slice(0, 13)}</code> <Copy text={one.id} what="id" />
        </th>
        <td data-label="By">
            <Pill kind={one.socket ? "running" : "sleeping"}>{one.socket ? "WebSocket" : "HTTP"}</Pill>
            {one.hibernatable && (
                <Pill kind="starting" title="It stays open while the actor sleeps">
                    hibernatable
                </Pill>
            )}
        </td>
        <td data-label="Parameters" class="wide">
            {one.params === null ? <span class="soft">none</span> : <Tree value={one.params} label="Parameters" />}
        </td>
        <td data-label="State" class="wide">
            {one.state === null ? <span class="soft">none</span> : <Tree value={one.state} label="State" />}
        </td>
        <td data-label="Hears">
            {one.subscriptions.length === 0 ? (
                <span class="soft">nothing</span>
            ) : (
                one.subscriptions.map((name) => (
                    <Pill key={name} kind="plain">
                        {name}
                    </Pill>
                ))
            )}
        </td>
        <td class="acts">
            <Button kind="small danger" onClick={() => close(one)}>
                Disconnect
            </Button>
        </td>
    </tr>
);

export function Connections({ id, actor, view }) {
    const [wanted, setWanted] = useState("");
    if (!actor.live) {
        return (
            <section class="card">
                <Asleep id={id} what="who is connected" />
            </section>
        );
    }
    const close = async (one) => {
        if (
            await confirm({
                title: "Disconnect this client?",
                text: "Clients of the platform connect again by themselves, unless the actor refuses them.",
                action: "Disconnect",
                danger: true,
            })
        ) {
            await remove(["actors", id, "connections", one.id]);
            say("The client is disconnected");
        }
    };
    const all = view.snapshot?.connections ?? [];
    const shown = all.filter((one) => !wanted || print(one).toLowerCase().includes(wanted.toLowerCase()));
    return (
        <section class="card flush" aria-label="Connections">
            {all.length > 5 && (
                <div class="row bar">
                    <input
                        type="search"
                        aria-label="Filter connections"
                        placeholder="Filter"
                        value={wanted}
                        onInput={(event) => setWanted(event.target.value)}
                    />
                </div>
            )}
            {all.length === 0 ? (
                <Empty title="Nobody is connected">Clients that connect to the actor appear here at once.</Empty>
            ) : (
                <table class="list stacked">
                    <thead>
                        <tr>
                            <th>Id</th>
                            <th>By</th>
                            <th>Parameters</th>
                            <th>State</th>
                            <th>Hears</th>
                            <th />
                        </tr>
                    </thead>
                    <tbody>
                        {shown.slice(0, 200).map((one) => (
                            <Connection key={one.id} one={one} close={close} />
                        ))}
                    </tbody>
                </table>
            )}
            {shown.length > 200 && <p class="hint">The first 200 of {shown.length} are shown.</p>}
        </section>
    );
}
