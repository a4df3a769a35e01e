/**
 * What a text of SQL says, as far as that can be told without SQLite: where its statements begin and end, what each does, and which places it has for
 * parameters. For the runtime, which must know what an author asks for, and for stores, which must know what they run.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.protocol.sql;
