package rivet.inspector.page;

import rivet.inspector.Replies;

/** The first screen, live. */
final class LiveOverview implements Feed {

    private final Overview overview;
    private final EventStream stream;

    LiveOverview(Overview overview, EventStream stream) {
        this.overview = overview;
        this.stream = stream;
    }

    @Override
    public void look() {
        overview.get().whenComplete((now, failure) -> {
            stream.news(Streams.TROUBLE, failure == null ? null : Replies.body(Replies.named(failure)));
            if (failure == null) {
                stream.news("overview", now);
            }
        });
    }

    @Override
    public void close() {
        // holds nothing
    }
}
