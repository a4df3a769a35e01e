/** Counts what actors of a type do (spec/core.md 11). Counting is lock-free and allocates nothing; reading adds up. */
package rivet.runtime.meter;
