/** Metrics for Prometheus on the admin port: made of what {@link rivet.inspect.Meters} tell, in its text format (spec/core.md 11). */
package rivet.metrics;
