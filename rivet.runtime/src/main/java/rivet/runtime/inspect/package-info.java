/** What people see of one actor beside what its code does: who may look, and the database as it is on disk. */
package rivet.runtime.inspect;
