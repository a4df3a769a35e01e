package rivet.runtime.host;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.inspect.ActorInspection;
import rivet.inspect.ActorQueries;
import rivet.inspect.QueryListener;
import rivet.inspect.TypeQuery;
import rivet.protocol.sql.SqlText;

/** SQL over many actors, by the directory of the engine and the databases on disk. */
public final class HostQueries implements ActorQueries {

    private static final Logger audit = LoggerFactory.getLogger("rivet.audit");

    private final Host host;
    private final HostInspection inspection;

    /** Makes one. */
    public HostQueries(Host host) {
        this.host = host;
        inspection = new HostInspection(host);
    }

    @Override
    public ActorInspection.Watch run(TypeQuery query, QueryListener listener) {
        audit.info("run SQL {} over {}", SqlText.abridged(query.sql()), HostBulk.described(query.which()));
        RunningQuery running = new RunningQuery(host.platform(), inspection::search, query, listener);
        running.begin();
        return running;
    }
}
