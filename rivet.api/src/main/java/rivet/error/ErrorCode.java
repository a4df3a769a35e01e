package rivet.error;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The catalogue of errors that the platform itself raises: name, whether clients see message and metadata, HTTP status
 * and message (spec/core.md 8.2, spec/wire.md 10). There is one table for all routes; where the original has several
 * that disagree, the one that its clients see is kept.
 */
public enum ErrorCode {

    ACTOR_NOT_FOUND("actor", "not_found", true, 404, "Actor {resource} '{id}' was not found."),
    /** The type never had a factory here. Never begun; clients do not resend. */
    ACTOR_NOT_REGISTERED("actor", "not_registered", true, 400, "Actor type '{name}' is not registered."),
    ACTOR_STARTING("actor", "starting", false, 503, "Actor is starting."),
    ACTOR_NOT_READY("actor", "not_ready", false, 503, "Actor is not ready."),
    ACTOR_STOPPING("actor", "stopping", false, 503, "Actor is stopping."),
    /** Begun work whose actor ended before it could answer; metadata {@code committed} says yes, no or unknown. */
    ACTOR_STOPPED("actor", "stopped", true, 500, "Actor stopped before the call was finished."),
    ACTOR_DESTROYING("actor", "destroying", false, 503, "Actor is destroying."),
    /** Never begun; clients resend. */
    ACTOR_RESTARTING("actor", "restarting", true, 503, "Actor is restarting. Retry the request."),
    /** The type's bundle is gone or being replaced. Never begun; clients resend. */
    ACTOR_TYPE_ABSENT("actor", "restarting", true, 503,
        "Actor type '{type}' has no code at the moment. Retry the request."),
    ACTOR_DROPPED_REPLY("actor", "dropped_reply", false, 500, "Actor reply channel was dropped without a response."),
    ACTOR_OVERLOADED("actor", "overloaded", true, 503,
        "Actor channel '{channel}' is overloaded while attempting to {operation} (capacity {capacity})."),
    ACTOR_ABORTED("actor", "aborted", true, 400, "Actor aborted"),
    ACTOR_ACTION_NOT_FOUND("actor", "action_not_found", true, 404, "Action `{name}` was not found."),
    ACTOR_ACTION_TIMED_OUT("actor", "action_timed_out", true, 408, "Action timed out"),
    ACTOR_CALLBACK_TIMED_OUT("actor", "callback_timed_out", false, 500,
        "Callback '{callback_name}' timed out after {duration_ms} ms."),
    ACTOR_METHOD_NOT_ALLOWED("actor", "method_not_allowed", true, 405, "Method not allowed"),
    ACTOR_INVALID_REQUEST("actor", "invalid_request", true, 400, "Invalid request: {reason}"),
    ACTOR_INVALID_OPERATION("actor", "invalid_operation", false, 500,
        "Actor operation '{operation}' is invalid: {reason}"),
    ACTOR_NO_WEBSOCKET_HANDLER("actor", "not_configured", true, 400, "This actor takes no WebSockets."),
    ACTOR_INVALID_RESPONSE("actor", "invalid_response", true, 500, "onRequest handler must return a Response"),
    ACTOR_VALIDATION_ERROR("actor", "validation_error", true, 400, "Invalid {target}"),
    ACTOR_STATE_NOT_ENABLED("actor", "state_not_enabled", true, 400, "This actor has no state."),
    ACTOR_STATE_MUTATION_REENTRANT("actor", "state_mutation_reentrant", false, 500,
        "Actor state mutation is re-entrant."),
    ACTOR_DATABASE_NOT_CONFIGURED("actor", "database_not_configured", true, 400, "This actor has no database."),
    /** A context call from a thread that does not hold the actor's turn. */
    ACTOR_WRONG_THREAD("actor", "wrong_thread", false, 500,
        "'{operation}' was called outside a turn of its actor: use fork, waitUntil or keepAwake for work of your own."),
    ACTOR_CALL_CYCLE("actor", "call_cycle", true, 400, "The call would wait for itself: {chain}"),
    /** A commit failed; metadata {@code committed} says no or unknown. */
    ACTOR_STORAGE_FAILED("actor", "storage_failed", true, 500, "The actor's changes could not be stored."),
    /** An await point in a transaction that was opened without. */
    ACTOR_AWAIT_IN_TRANSACTION("actor", "await_in_transaction", false, 500,
        "'{operation}' waits, which a transaction does not allow unless it was opened so: move it out, or open the transaction with allowingAwait()."),
    /** Somebody else changed the state that the transaction changed, while it waited. */
    ACTOR_TRANSACTION_CONFLICT("actor", "transaction_conflict", false, 500,
        "The transaction was rolled back, because {what} was changed by others while it waited."),
    /** The same, with the reason in words: no space, a disk that cannot be written, a damaged database, too much at once. */
    ACTOR_STORAGE_REFUSED("actor", "storage_failed", true, 500, "The actor's changes could not be stored: {reason}."),
    /** The actor could not be started without its database. Never begun. */
    ACTOR_STORAGE_UNAVAILABLE("actor", "storage_unavailable", true, 503, "The actor's database cannot be opened: {reason}."),
    /** The actor's database is damaged and was set aside: an operator has to repair it, or the actor to be destroyed. Never begun. */
    ACTOR_STORAGE_DAMAGED("actor", "storage_damaged", true, 500, "The actor's database is damaged. It is kept for repair."),
    /** The stored state was written by code of a later version. Nothing was changed, and newer code goes on with it. Never begun. */
    ACTOR_STATE_VERSION_NEWER("actor", "state_version_newer", true, 500,
        "The actor's state has version {stored}, the code that is there knows versions up to {known}. It was left as it is: newer code goes on with it."),
    /** A step that migrates the state, or its check, failed. What it changed was undone. Never begun. */
    ACTOR_MIGRATION_FAILED("actor", "migration_failed", true, 500,
        "The actor's state could not be migrated from version {from} to {to}: {step} failed. It was left as it is: other code can go on with it."),
    ACTOR_START_FAILED("actor", "start_failed", true, 500, "Actor could not be started."),
    ACTOR_UNSUPPORTED_WEBSOCKET_ENCODING("actor", "unsupported_websocket_encoding", true, 400,
        "Unsupported encoding '{encoding}'."),
    ACTOR_SEND_FAILED("actor", "send_failed", false, 500, "A message could not be encoded."),
    ACTOR_INIT_ERROR("actor", "init_error", false, 500, "The connection could not be initialised."),
    ACTOR_DUPLICATE_KEY("actor", "duplicate_key", true, 400, "Actor key '{key}' is already in use."),
    ACTOR_EMPTY_KEY("actor", "empty_key", true, 400, "Actor key cannot be empty."),
    ACTOR_KEY_TOO_LARGE("actor", "key_too_large", true, 400,
        "Actor key is too large: {size} bytes, the limit is {limit}."),
    ACTOR_INPUT_TOO_LARGE("actor", "input_too_large", true, 400,
        "Actor input is too large: {size} bytes, the limit is {limit}."),
    ACTOR_KV_KEY_NOT_FOUND("actor", "kv_key_not_found", true, 400, "The key was not found."),
    ACTOR_NO_RUNNER_CONFIG_CONFIGURED("actor", "no_runner_config_configured", true, 400,
        "No runner config named '{pool_name}' in namespace '{namespace}'."),
    ACTOR_DESTROYED_WHILE_WAITING_FOR_READY("actor", "destroyed_while_waiting_for_ready", true, 400,
        "Actor was destroyed while waiting for it to become ready."),
    AUTH_FORBIDDEN("auth", "forbidden", true, 403, "Forbidden"),
    API_BAD_REQUEST("api", "bad_request", true, 400, "Bad request: {reason}"),
    API_NOT_FOUND("api", "not_found", true, 404, "Route not found: {path}"),
    API_FORBIDDEN("api", "forbidden", true, 403, "Access denied: {reason}"),
    CONNECTION_NOT_FOUND("connection", "not_found", false, 500, "Connection '{conn_id}' was not found."),
    CORE_INTERNAL_ERROR("core", "internal_error", false, 500, "An internal error occurred"),
    /** A request body or parameter that could not be decoded: the client's fault under the original's name. */
    CORE_UNDECODABLE("core", "internal_error", false, 400, "An internal error occurred"),
    DATACENTER_NOT_FOUND("datacenter", "not_found", true, 400, "Datacenter '{name}' was not found."),
    GUARD_ACTOR_READY_TIMEOUT("guard", "actor_ready_timeout", true, 503,
        "Timed out waiting for actor '{id}' to become ready."),
    GUARD_ACTOR_WAKE_RETRIES_EXCEEDED("guard", "actor_wake_retries_exceeded", true, 503,
        "Actor '{id}' could not be started: {reason}"),
    GUARD_SERVICE_UNAVAILABLE("guard", "service_unavailable", true, 503, "The service is not available now."),
    GUARD_GATEWAY_RESPONSE_START_TIMEOUT("guard", "gateway_response_start_timeout", true, 504,
        "The actor did not begin to answer in time."),
    GUARD_REQUEST_TIMEOUT("guard", "request_timeout", true, 504, "The request took too long."),
    GUARD_INVALID_REQUEST_BODY("guard", "invalid_request_body", true, 413, "The request body is not acceptable: {reason}"),
    GUARD_INVALID_HEADER("guard", "invalid_header", true, 400, "Invalid header {header}: {reason}"),
    GUARD_MISSING_HEADER("guard", "missing_header", true, 400, "Missing header: {header}"),
    GUARD_NO_ROUTE("guard", "no_route", true, 404, "No route for {path}"),
    GUARD_RATE_LIMIT("guard", "rate_limit", true, 429, "Too many requests."),
    GUARD_QUERY_INVALID_PARAMS("guard", "query_invalid_params", true, 400, "Invalid query parameters: {detail}"),
    GUARD_QUERY_DUPLICATE_PARAM("guard", "query_duplicate_param", true, 400, "Duplicate query parameter: {name}"),
    GUARD_QUERY_GET_DISALLOWED_PARAMS("guard", "query_get_disallowed_params", true, 400,
        "Query parameters not allowed with method get: {names}"),
    GUARD_QUERY_MISSING_POOL("guard", "query_missing_pool", true, 400, "Missing query parameter: rvt-runner"),
    GUARD_QUERY_INVALID_BASE64_INPUT("guard", "query_invalid_base64_input", true, 400,
        "Query parameter rvt-input is not base64url."),
    GUARD_QUERY_INVALID_CBOR_INPUT("guard", "query_invalid_cbor_input", true, 400,
        "Query parameter rvt-input is not CBOR."),
    GUARD_QUERY_PATH_TOKEN_SYNTAX("guard", "query_path_token_syntax", true, 400,
        "A query path must not carry a token: encode @ as %40."),
    ACTOR_RUNTIME_SOCKET_NOT_ENABLED("actor_runtime_socket", "not_enabled", true, 400, "The actor type has no runtime socket: it does not ask for one."),
    ACTOR_RUNTIME_SOCKET_CLOSED("actor_runtime_socket", "closed", true, 400, "The actor's runtime socket is closed."),
    ACTOR_RUNTIME_SOCKET_DATABASE_UNAVAILABLE("actor_runtime_socket", "database_unavailable", true, 400,
        "The actor has no database that a runtime socket could serve."),
    ACTOR_RUNTIME_SOCKET_UNSUPPORTED("actor_runtime_socket", "unsupported", true, 400, "Runtime sockets are not to be had here: {reason}"),
    KV_KEY_TOO_LARGE("kv", "key_too_large", true, 400, "Key of {size} bytes is too large. Limit is {limit} bytes."),
    KV_VALUE_TOO_LARGE("kv", "value_too_large", true, 400, "Value of {size} bytes is too large. Limit is {limit} bytes."),
    MESSAGE_INCOMING_TOO_LONG("message", "incoming_too_long", true, 400, "Incoming message too long"),
    MESSAGE_OUTGOING_TOO_LONG("message", "outgoing_too_long", true, 400, "Outgoing message too long"),
    NAMESPACE_NOT_FOUND("namespace", "not_found", true, 400, "Namespace '{name}' was not found."),
    NAMESPACE_INVALID_NAME("namespace", "invalid_name", true, 400, "Invalid namespace name: {reason}"),
    PROTOCOL_INVALID_HTTP_REQUEST("protocol", "invalid_http_request", true, 400, "Invalid http request {field}: {reason}"),
    PROTOCOL_INVALID_PERSISTED_DATA("protocol", "invalid_persisted_data", false, 500,
        "Invalid persisted {label}: {reason}"),
    INSPECTOR_UNAUTHORIZED("inspector", "unauthorized", true, 401, "Inspector request requires a valid bearer token"),
    INSPECTOR_UI_ASSET_NOT_FOUND("inspector", "ui_asset_not_found", true, 404, "There is no file '{path}'."),
    INSPECTOR_INVALID_PROTOCOL_VERSION("inspector", "invalid_protocol_version", true, 400, "Inspectors speak versions {oldest} to {newest}."),
    INSPECTOR_INIT_ERROR("inspector", "init_error", true, 500, "The actor could not be looked into."),
    /** What SQLite said to a statement of somebody who looks. */
    INSPECTOR_TRANSFER_FAILED("inspector", "transfer_failed", true, 500, "The actor could not be taken along: {reason}"),
    INSPECTOR_INVALID_FILE("inspector", "invalid_file", true, 400, "That is no file of an actor: {reason}"),
    INSPECTOR_SQL_FAILED("inspector", "sql_failed", true, 400, "{message}"),
    QUEUE_FULL("queue", "full", true, 400, "Queue is full. Limit is {limit} messages."),
    QUEUE_MESSAGE_TOO_LARGE("queue", "message_too_large", true, 400, "Queue message too large ({size} bytes). Limit is {limit} bytes."),
    QUEUE_TIMED_OUT("queue", "timed_out", true, 400, "Queue wait timed out after {timeout_ms} ms."),
    QUEUE_ALREADY_COMPLETED("queue", "already_completed", true, 400, "Queue message was already completed"),
    QUEUE_COMPLETE_NOT_CONFIGURED("queue", "complete_not_configured", true, 400, "Queue '{name}' does not support completion responses."),
    /** The work has received a message to complete, and wants another one. */
    QUEUE_PREVIOUS_MESSAGE_NOT_COMPLETED("queue", "previous_message_not_completed", true, 400,
        "The message received before was not completed yet."),
    /** The message is stored, but its sender will not hear of its completion: the queue was emptied or the actor stopped. */
    QUEUE_COMPLETION_WAITER_DROPPED("queue", "completion_waiter_dropped", false, 400, "Queue completion waiter dropped before response"),
    RIVETKIT_INTERNAL_ERROR("rivetkit", "internal_error", false, 500, "An internal error occurred"),
    /** A roll-out of a version of a type's code that is not there. */
    ROLLOUT_VERSION_NOT_FOUND("rollout", "version_not_found", true, 404, "Version {version} of actor type '{name}' is not there."),
    /** A roll-out that would leave a type without code. */
    ROLLOUT_NO_OTHER_VERSION("rollout", "no_other_version", true, 400, "There is no other code of actor type '{name}'."),
    SCHEDULE_INVALID_NAME("schedule", "invalid_name", true, 400, "Schedule name is invalid: {reason}"),
    SCHEDULE_INVALID_CRON_EXPRESSION("schedule", "invalid_cron_expression", true, 400, "Cron expression is invalid: {reason}"),
    SCHEDULE_INVALID_TIMEZONE("schedule", "invalid_timezone", true, 400, "Schedule timezone '{timezone}' is invalid."),
    SCHEDULE_INVALID_INTERVAL("schedule", "invalid_interval", true, 400,
        "Schedule interval must be at least {minimum_ms} ms; received {interval_ms} ms."),
    SCHEDULE_INVALID_MAX_HISTORY("schedule", "invalid_max_history", true, 400,
        "Schedule maxHistory must be between 0 and {maximum}; received {max_history}."),
    SCHEDULE_MAX_SCHEDULES_EXCEEDED("schedule", "max_schedules_exceeded", true, 400,
        "Actor has reached its limit of {maximum} pending schedules."),
    SCHEDULE_INVALID_SCHEDULE_ROW("schedule", "invalid_schedule_row", true, 400, "Stored schedule '{schedule_id}' is invalid: {reason}"),
    /** Only in the history of a job. */
    SCHEDULE_INTERRUPTED("schedule", "interrupted", true, 500, "Scheduled action was interrupted before completion."),
    SQLITE_CLOSED("sqlite", "closed", false, 500, "SQLite database is closed."),
    SQLITE_INVALID_BIND_PARAMETER("sqlite", "invalid_bind_parameter", false, 500,
        "Invalid SQLite bind parameter {name}: {reason}"),
    /** Somebody else has a transaction open that goes over await points. */
    SQLITE_WRITER_BUSY("sqlite", "writer_busy", false, 500, "SQLite writer is busy because a transaction is already open."),
    /** A statement, its parameters or its result are too large. */
    SQLITE_LIMIT_EXCEEDED("sqlite", "limit_exceeded", false, 500, "{what} exceeds the limit of {limit}"),
    SQLITE_TRANSACTION_INVALID_ARGUMENT("sqlite", "transaction_invalid_argument", false, 500, "{message}"),
    /** A transaction took too long; also for who waited for it to end. */
    SQLITE_TRANSACTION_EXPIRED("sqlite", "transaction_expired", false, 500, "The transaction expired after {timeout_ms} ms and was rolled back. "
        + "This timeout is a deadlock-safety backstop: a nested transaction, or a statement of the outer `db` or sql(), may have waited for the one it was in."),
    /** Something was asked of a transaction that is over. */
    SQLITE_TRANSACTION_TERMINAL("sqlite", "transaction_terminal", false, 500, "The transaction was already {state}."),
    SQLITE_TRANSACTION_TOO_LARGE("sqlite", "transaction_too_large", false, 500,
        "The transaction was rolled back, because it has {statements} statements with {bytes} bytes; the limit is {max_statements} statements with {max_bytes} bytes."),
    SQLITE_EXECUTION_FAILED("sqlite", "execution_failed", false, 500, "{message}"),
    VALIDATION_INVALID_INPUT("validation", "invalid_input", true, 400, "Invalid input: {reason}"),
    WS_GOING_AWAY("ws", "going_away", true, 503, "The server is going away."),
    WS_META_NOT_FOUND_DURING_RESTORE("ws", "meta_not_found_during_restore", true, 503, "The actor does not know this WebSocket any more.");

    /** What a client reads instead of the message of an error that is not exposed (spec/wire.md 10). */
    public static final String MASKED_MESSAGE = "An internal error occurred";

    private final String group;
    private final String code;
    private final boolean exposed;
    private final int status;
    private final String template;

    ErrorCode(String group, String code, boolean exposed, int status, String template) {
        this.group = group;
        this.code = code;
        this.exposed = exposed;
        this.status = status;
        this.template = template;
    }

    /** Returns who speaks. */
    public String group() {
        return group;
    }

    /** Returns the word within the group. */
    public String code() {
        return code;
    }

    /** Returns whether clients see message and metadata. */
    public boolean exposed() {
        return exposed;
    }

    /** Returns the HTTP status of an answer that carries this error. */
    public int status() {
        return status;
    }

    /** Returns {@code group.code}, the reason of a WebSocket close frame. */
    public String reason() {
        return group + "." + code;
    }

    /**
     * Makes the error.
     *
     * @param namesAndValues name, value, name, value, ...: fill the places of the message and become the metadata
     * @throws IllegalArgumentException if a value has no name
     */
    public RivetException error(Object... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(reason() + ": a value without a name");
        }
        String message = template;
        Map<String, Object> metadata = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            metadata.put(name, namesAndValues[i + 1]);
            message = message.replace("{" + name + "}", String.valueOf(namesAndValues[i + 1]));
        }
        RivetException error = new RivetException(this, message);
        return metadata.isEmpty() ? error : error.withMetadata(metadata);
    }
}
