/**
 * The public port: what comes in is routed to an actor or to the API and what comes out is written, over HTTP and WebSocket
 * (spec/wire.md 6 to 8). Sockets and exchanges belong to this package and outlive the engine that serves them.
 */
package rivet.engine.gateway;
