// Which errors make the npm client send a call again (spec/wire.md 11). Whoever answers with one of them says that the call has not begun.
import assert from "node:assert/strict";

const GUARD = ["service_unavailable", "actor_wake_retries_exceeded", "actor_stopped_while_waiting", "tunnel_request_aborted", "tunnel_message_timeout",
    "tunnel_response_closed", "gateway_response_start_timeout", "actor_ready_timeout", "actor_runner_failed"];
const ACTOR = ["restarting", "not_found", "starting", "stopping", "not_configured", "dropped_reply", "destroying"];

// every name in the set, for those who want to provoke them all
export const RESENT = [...GUARD.map((code) => ["guard", code]), ...ACTOR.map((code) => ["actor", code]), ["actor", "destroyed_while_waiting_for_ready"]];

export function isResent(error) {
    return error.group === "guard" && GUARD.includes(error.code)
        || error.group === "actor" && (ACTOR.includes(error.code) || /^destroyed_/.test(error.code))
        || error.group === "actor" && error.code === "internal_error" && error.message === "Actor is stopping";
}

export function notResent(error) {
    assert.ok(!isResent(error), `begun, and yet answered with ${error.group}.${error.code}: ${error.message}`);
    return error;
}
