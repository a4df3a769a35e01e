// What happens in the actors of all types, or of one.
import { adjust } from "../lib/route.js";
import { Events as Log } from "../parts/events.jsx";

export function Events({ query, platform: { overview } }) {
    const types = overview?.types.map((type) => type.name) ?? [];
    return (
        <>
            <div class="row head">
                <h1>Events</h1>
                <span class="grow" />
                <label>
                    <span class="hidden">Type</span>
                    <select value={query.type ?? ""} onChange={(event) => adjust(["events"], { type: event.target.value })}>
                        <option value="">every type</option>
                        {types.map((type) => (
                            <option key={type}>{type}</option>
                        ))}
                    </select>
                </label>
            </div>
            <Log key={query.type} query={query.type ? { type: query.type } : {}} ofMany />
        </>
    );
}
