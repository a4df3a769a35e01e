package rivet.protocol.client;

/** Numbers of the BARE schema: versions and the tags of its unions. */
final class BareSchema {

    /** The version that is written. Versions from 1 on are read. */
    static final int VERSION = 4;
    /** From here on errors name their actor. */
    static final int WITH_ACTOR = 4;
    /** From here on there are queue messages. */
    static final int WITH_QUEUES = 3;
    /** Up to here a connection has a token. */
    static final int WITH_CONNECTION_TOKEN = 1;

    static final int INIT = 0;
    static final int ERROR = 1;
    static final int ACTION_RESPONSE = 2;
    static final int EVENT = 3;

    static final int ACTION_REQUEST = 0;
    static final int SUBSCRIPTION_REQUEST = 1;

    private BareSchema() {
    }
}
