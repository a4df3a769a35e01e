/**
 * Metrics for Prometheus on the admin port: made of what {@link rivet.inspect.Meters} tell, in its text format. Names and labels are those of the original where the thing
 * is the same (spec/core.md 11). Of its names these are not told, for there is nothing here that they would count:
 * <ul>
 * <li>{@code state_mutation_total}: its reasons are changes that the original makes to its own record of an actor; here those are rows of the turn's commit.
 * <li>{@code direct_subsystem_shutdown_warning_total}: parts of an actor that end out of their order. Here they end with their instance, by one call.
 * <li>{@code sqlite_open_phase_duration_seconds}, {@code sqlite_startup_preload_pages_total} and all of {@code sqlite_vfs_*}: the original's pages come over a network. Here they
 * are files; what opening costs is {@code startup_phase_duration_seconds} with the phase {@code load_persisted}.
 * <li>{@code sqlite_worker_*}, {@code sqlite_workers_active} and {@code sqlite_transaction_round_trips}: the original has a worker for each actor and speaks to it statement
 * by statement. Here a few threads serve all actors.
 * <li>{@code user_task_duration_seconds} with the kinds {@code websocket_lifetime}, {@code queue_wait}, {@code wait_until}, {@code sleep_finalize} and {@code destroy_request}: what
 * waits is not work here. Work that {@code waitUntil} declares is in {@code shutdown_tasks_active}, the ends of actors are in {@code shutdown_wait_seconds}.
 * <li>{@code startup_phase_duration_seconds} with the phases {@code core_init} and {@code post_ready}, {@code inbox_depth} with others than {@code dispatch},
 * {@code keep_awake_active} with {@code internal_keep_awake}: there are no such phases and no such inboxes, and what the platform does keeps an actor awake by itself.
 * </ul>
 */
package rivet.metrics;
