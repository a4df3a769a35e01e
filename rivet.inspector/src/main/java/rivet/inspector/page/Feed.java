package rivet.inspector.page;

/** What fills a stream. */
interface Feed {

    /** Looks how things are, and tells what is new. May throw: the page is told why. */
    void look();

    /** Nobody listens any more. */
    void close();
}
