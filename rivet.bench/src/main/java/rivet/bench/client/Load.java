package rivet.bench.client;

/** What a load consists of: which call comes next, and whether its reply is right. Used by one thread. */
public interface Load {

    /** The next call to send on a connection. */
    Call next(int link);

    /**
     * Looks at a reply.
     *
     * @throws BenchException if it is wrong
     */
    void reply(Call call, Reply reply);
}
