/** The engine's public HTTP API (spec/wire.md 3): strict about what it is asked, JSON only. */
package rivet.engine.api;
