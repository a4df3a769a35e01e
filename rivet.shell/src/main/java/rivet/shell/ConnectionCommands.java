package rivet.shell;

import java.util.List;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInspection;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.Inspection;

/** {@code rivet:conns}. */
@Component(service = ConnectionCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=conns" })
public final class ConnectionCommands {

    private static final List<Column> COLUMNS = List.of(Column.whole("ID", 36), Column.cut("KIND", 11), Column.cut("EVENTS", 16), Column.cut("PARAMS", 16),
        Column.cut("STATE", 16));

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;

    @Activate
    public ConnectionCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
    }

    /** Lists the connections of an actor, after one was closed if so asked. */
    @Descriptor("list the connections of an actor, waking it if it sleeps")
    public Listing<ConnectionInfo> conns(
            @Descriptor("close this one: its id") @Parameter(names = { "-d", "--disconnect" }, absentValue = "") String connection,
            @Descriptor(ActorCommands.ID) String id) {
        return replies.run(() -> {
            ActorInspection actor = replies.await(inspection.inspect(ids.find(id).id()));
            if (!connection.isEmpty() && !replies.await(actor.disconnect(connection, "closed by hand"))) {
                throw CommandFailed.input("the actor has no connection '" + connection + "'");
            }
            return list(replies.await(actor.snapshot()).connections());
        });
    }

    private static Listing<ConnectionInfo> list(List<ConnectionInfo> connections) {
        Table table = new Table(COLUMNS);
        for (ConnectionInfo connection : connections) {
            String kind = connection.hibernatable() ? "hibernating" : connection.socket() ? "socket" : "request";
            table.add(List.of(connection.id(), kind, connection.subscriptions().isEmpty() ? "-" : String.join(",", connection.subscriptions()),
                JsonText.compact(connection.params()), JsonText.compact(connection.state())));
        }
        return Listing.of(connections, ConnectionInfo::id, table, "no connections");
    }
}
