package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

import rivet.spi.engine.HttpBody;

/** Reads nothing of a body that nobody gets, so that whoever writes it hears of that. */
final class Unread implements Flow.Subscriber<ByteBuffer> {

    private Unread() {}

    static void discard(HttpBody body) {
        if (!(body instanceof HttpBody.Bytes)) {
            body.stream().subscribe(new Unread());
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        source.cancel();
    }

    @Override
    public void onNext(ByteBuffer piece) {
        // none was asked for
    }

    @Override
    public void onError(Throwable cause) {
        // of no interest
    }

    @Override
    public void onComplete() {
        // of no interest
    }
}
