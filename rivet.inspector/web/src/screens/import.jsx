// A form that makes an actor of a file that another one was exported to.
import { useState } from "preact/hooks";
import { post } from "../lib/api.js";
import { bytes } from "../lib/format.js";
import { go } from "../lib/route.js";
import { say } from "../parts/notices.jsx";
import { Field, FormEnd } from "../parts/ui.jsx";

export function Import({ done }) {
    const [file, setFile] = useState();
    const [key, setKey] = useState("");
    const [namespace, setNamespace] = useState("");
    const bring = async () => {
        const actor = await post(["import"], file, { key, namespace });
        say("The actor is here");
        done();
        go(["actor", actor.id]);
    };
    return (
        <form class="card form" aria-label="Import an actor" onSubmit={(event) => event.preventDefault()}>
            <div class="fields">
                <Field label="File" hint={file && bytes(file.size)}>
                    <input type="file" accept=".zip" onChange={(event) => setFile(event.target.files[0])} />
                </Field>
                <Field label="Key" hint="parts with commas between; empty for that of the file">
                    <input value={key} onInput={(event) => setKey(event.target.value)} />
                </Field>
                <Field label="Namespace" hint="empty for that of the file">
                    <input value={namespace} onInput={(event) => setNamespace(event.target.value)} />
                </Field>
            </div>
            <FormEnd cancel={done} ready={file} action={bring} label="Import" />
        </form>
    );
}
