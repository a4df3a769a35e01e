package rivet.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import rivet.bench.wire.Text;
import rivet.bench.wire.WireException;

class HttpResponseTest {

    private static final String PLAIN = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 12\r\n"
        + "X-Rivet-Actor-Generation: 3\r\n\r\n{\"output\":1}";
    private static final String CHUNKED = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\nB;note=x\r\n and chunks\r\n0\r\ntrailer: yes\r\n\r\n";

    private final HttpResponse response = new HttpResponse();

    private String body() {
        return Text.utf8(response.body(), response.body().limit());
    }

    @Test
    void readsABodyOfAGivenLength() {
        assertThat(response.next(bytes(PLAIN))).isTrue();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.generation()).isEqualTo(3);
        assertThat(body()).isEqualTo("{\"output\":1}");
    }

    @Test
    void readsChunksWithExtensionsAndTrailer() {
        assertThat(response.next(bytes(CHUNKED))).isTrue();
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.generation()).isZero();
        assertThat(body()).isEqualTo("hello and chunks");
    }

    @Test
    void readsOneAfterTheOther() {
        ByteBuffer in = bytes(CHUNKED + PLAIN);
        assertThat(response.next(in)).isTrue();
        assertThat(response.next(in)).isTrue();
        assertThat(response.status()).isEqualTo(200);
        assertThat(body()).isEqualTo("{\"output\":1}");
        assertThat(response.next(in)).isFalse();
    }

    @Test
    void waitsForTheLastByteWithoutMoving() {
        for (String whole : new String[] {PLAIN, CHUNKED}) {
            for (int length = 0; length < whole.length(); length++) {
                ByteBuffer in = bytes(whole.substring(0, length));
                assertThat(response.next(in)).as("%d bytes of %s", length, whole).isFalse();
                assertThat(in.position()).isZero();
            }
        }
    }

    @Test
    void aResponseWithoutLengthHasNoBody() {
        assertThat(response.next(bytes("HTTP/1.1 204 No Content\r\n\r\n"))).isTrue();
        assertThat(response.body().remaining()).isZero();
    }

    @Test
    void refusesWhatIsNoResponse() {
        assertThatThrownBy(() -> response.next(bytes("SSH-2.0-OpenSSH_9.6\r\n"))).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> response.next(bytes("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"))).isInstanceOf(WireException.class);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
