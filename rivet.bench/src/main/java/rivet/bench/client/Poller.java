package rivet.bench.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;

/**
 * Waits for links to have something to read. A single link is simply read, which saves a system call a reply; more are
 * watched by a selector. For one thread; whoever needs a time limit interrupts that thread, which closes what it waits on.
 */
final class Poller implements Closeable {

    private final Selector selector;
    private final List<? extends Link> links;

    Poller(List<? extends Link> links) throws IOException {
        this.links = links;
        selector = Selector.open();
        if (links.size() > 1) {
            for (Link link : links) {
                link.channel().configureBlocking(false);
                link.channel().register(selector, SelectionKey.OP_READ, link);
            }
        }
    }

    /** Waits until something arrives and hands all of it to the sink. */
    void poll(Sink sink) throws IOException {
        if (links.size() == 1) {
            links.getFirst().receive(sink);
            return;
        }
        selector.select();
        if (Thread.currentThread().isInterrupted()) {
            throw new BenchException("interrupted while waiting for replies");
        }
        for (SelectionKey key : selector.selectedKeys()) {
            Link link = (Link) key.attachment();
            if (key.isReadable()) {
                link.receive(sink);
            }
            if (key.isWritable()) {
                flush(link, key);
            }
        }
        selector.selectedKeys().clear();
    }

    /** Sends everything that was written to any link. */
    void flush() throws IOException {
        for (Link link : links) {
            if (link.unsent()) {
                flush(link, link.channel().keyFor(selector));
            }
        }
    }

    private static void flush(Link link, SelectionKey key) throws IOException {
        boolean done = link.flush();
        if (key != null) {
            key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
