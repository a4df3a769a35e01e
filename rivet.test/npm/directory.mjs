// What the engine says of an actor: whoever asks the actor itself wakes it.
import { endpoint, until } from "./support.mjs";

// The record of an actor in the directory.
export async function recorded(namespace, handle) {
    const id = await handle.resolve();
    return (await (await fetch(`${endpoint}/actors?namespace=${namespace}&actor_ids=${id}`)).json()).actors[0];
}

// Waits until the actor sleeps.
export const slept = (namespace, handle) => until(async () => (await recorded(namespace, handle)).sleep_ts !== null, "the actor sleeps");
