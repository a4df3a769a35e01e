/** How state that older code has stored becomes what the code of today expects. */
package rivet.runtime.migrate;
