package rivet.engine.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * Who is at the other end of a connection.
 *
 * @param connection the connection
 */
record Peer(ConnectionMetaData connection) {

    /** Returns whether the connection came in over loopback, or over no network at all. */
    boolean isLocal() {
        SocketAddress address = connection.getLocalSocketAddress();
        return !(address instanceof InetSocketAddress inet) || inet.getAddress() != null && inet.getAddress().isLoopbackAddress();
    }

    /** Returns the address of the client, or of the last proxy before us. */
    InetAddress address() {
        return connection.getRemoteSocketAddress() instanceof InetSocketAddress inet && inet.getAddress() != null ? inet.getAddress() : InetAddress.getLoopbackAddress();
    }
}
