package rivet.engine.gateway;

import java.util.Optional;

import rivet.engine.directory.CrashPolicy;

/**
 * Which actor a query path means (spec/wire.md 6).
 *
 * @param namespace name of the namespace
 * @param name name of the type
 * @param key the key in its escaped form
 * @param creation what to create if there is none; none for the method {@code get}
 * @param token what was offered as {@code rvt-token}
 */
record GatewayQuery(String namespace, String name, String key, Optional<Creating> creation, Optional<String> token) {

    /**
     * What to create.
     *
     * @param pool name of the pool
     * @param region name of the region, if one is asked for
     * @param crashPolicy what follows a crash
     * @param input CBOR; empty for none
     */
    record Creating(String pool, Optional<String> region, CrashPolicy crashPolicy, byte[] input) {}
}
