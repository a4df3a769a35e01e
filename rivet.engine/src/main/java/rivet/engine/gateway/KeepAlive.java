package rivet.engine.gateway;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import jdk.net.ExtendedSocketOptions;

/** Has the operating system find out that a silent client is gone, within about two minutes. */
final class KeepAlive {

    private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);
    private static final int SILENT_SECONDS = 60;
    private static final int BETWEEN_SECONDS = 15;
    private static final int TRIES = 4;

    private KeepAlive() {}

    static void enable(Request request) {
        Object transport = request.getConnectionMetaData().getConnection().getEndPoint().getTransport();
        // that of TLS is the connection that carries it
        if ((transport instanceof EndPoint carrier ? carrier.getTransport() : transport) instanceof SocketChannel channel) {
            try {
                channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
                    channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, SILENT_SECONDS);
                    channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, BETWEEN_SECONDS);
                    channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, TRIES);
                }
            } catch (IOException e) {
                LOG.debug("TCP keep-alive could not be set: {}", e.toString());
            }
        }
    }
}
