package rivet.inspect;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

/** Whoever counts something: a service that each such part of the platform provides, and that metrics are made of. */
@ConsumerType
public interface Meters {

    /** Returns all that is counted here, as it stands now. Does not block, and costs about as much as what it returns is long. */
    List<Measure> measures();
}
