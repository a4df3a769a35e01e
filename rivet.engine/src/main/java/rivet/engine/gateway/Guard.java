package rivet.engine.gateway;

/**
 * What a request or a WebSocket has to pass before it is routed.
 *
 * @param cors which pages may make it
 * @param rates how often
 */
public record Guard(Cors cors, Rates rates) {}
