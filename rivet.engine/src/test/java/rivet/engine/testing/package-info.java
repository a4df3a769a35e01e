/** What the tests of the engine stand on: a store on plain sqlite-jdbc, a runtime that is all gates, and a time that they move. */
package rivet.engine.testing;
