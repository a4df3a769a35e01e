package rivet.inspect;

import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

/** Does something to many actors. A service. */
@ProviderType
public interface BulkActions {

    /**
     * Does something to one page of actors, a few at a time; whoever wants it done to all goes on from {@link BulkResult#next}, and may stop in between. Leaves an audit
     * line for each page. A single actor that it cannot be done to is no failure; fails with a {@link rivet.error.RivetException} if they cannot be listed.
     */
    CompletionStage<BulkResult> each(BulkAction action, ActorSearch search);
}
