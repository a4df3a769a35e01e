package rivet.engine.api;

import java.util.Map;

import rivet.engine.web.Json;
import rivet.spi.engine.HttpReply;

/** What this is: the first thing that a client asks (spec/wire.md 2). */
public final class Metadata {

    /** The version of the original whose protocols this engine speaks. */
    static final String VERSION = "2.3.19";

    private Metadata() {}

    /** Returns the answer. It names no {@code clientEndpoint}, which would redirect all traffic of the client. */
    public static HttpReply reply() {
        return Json.reply(200, Map.of("runtime", "engine", "version", VERSION, "implementation", "rivet-jvm"));
    }

    /** Returns the answer to who asks whether all is well. */
    static HttpReply health() {
        return Json.reply(200, Map.of("runtime", "engine", "status", "ok", "version", VERSION));
    }
}
