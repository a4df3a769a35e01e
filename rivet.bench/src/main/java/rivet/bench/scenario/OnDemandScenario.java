package rivet.bench.scenario;

/** One that takes long and needs a server of its own. */
interface OnDemandScenario extends Scenario {

    @Override
    default boolean startsServers() {
        return true;
    }

    @Override
    default boolean onDemand() {
        return true;
    }
}
