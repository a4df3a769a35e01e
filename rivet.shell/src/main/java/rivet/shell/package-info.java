/**
 * Gogo commands for those who run the platform, scope {@code rivet}: what types and actors there are, what they do, and a hand on each. One
 * class for each noun; a command returns a value, which {@link rivet.shell.RecordConverter} prints and a script can go on with. Behind all
 * of them is {@link rivet.inspect.Inspection} and nothing else.
 */
package rivet.shell;
