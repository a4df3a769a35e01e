package rivet.engine.gateway;

/** The same where an operator has switched virtual threads off: no thread of the server waits for an actor. */
class HttpGatewayOnPlatformThreadsTest extends HttpGatewayTest {

    @Override
    boolean virtualThreads() {
        return false;
    }
}
