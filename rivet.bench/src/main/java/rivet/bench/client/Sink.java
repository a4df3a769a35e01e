package rivet.bench.client;

/** Takes what a {@link Link} receives. The reply is valid only during the call. */
interface Sink {

    /** A successful reply to a call. */
    void reply(Link link, Call call, long sentAt, Reply reply);

    /** An event. */
    void event(Link link, Reply reply);
}
