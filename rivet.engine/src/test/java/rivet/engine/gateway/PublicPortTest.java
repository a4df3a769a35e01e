package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

class PublicPortTest {

    private static final PortLimits ONE_REQUEST = new PortLimits(Duration.ofMinutes(1), 1, 1, 1, 1, 1, 1, 1, Duration.ofSeconds(1));

    /** A request whose body cannot be read. */
    private static HttpServletRequest broken() {
        Map<String, Object> answers = Map.of("getMethod", "POST", "getRequestURI", "/gateway/a/action/b", "getContextPath", "", "getProtocol", "HTTP/1.1",
            "getContentLengthLong", 5L);
        return (HttpServletRequest) Proxy.newProxyInstance(PublicPortTest.class.getClassLoader(), new Class<?>[] { HttpServletRequest.class }, (proxy, method, args) -> {
            if (method.getName().equals("getInputStream")) {
                throw new IOException("the connection is gone");
            }
            return answers.get(method.getName());
        });
    }

    private static HttpServletResponse unheard() {
        return (HttpServletResponse) Proxy.newProxyInstance(PublicPortTest.class.getClassLoader(), new Class<?>[] { HttpServletResponse.class },
            (proxy, method, args) -> {
                throw new AssertionError("answered: " + method);
            });
    }

    @Test
    void aRequestThatCannotBeReadTakesNobodysPlace() {
        try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor()) {
            Guard guard = new Guard(Cors.STANDARD, new Rates(Rates.Limits.NONE, Clock.systemUTC()));
            PublicPort port = new PublicPort(new Upstream(), ONE_REQUEST, guard, Clock.systemUTC(), timer, () -> "ray");
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> port.serve(broken(), unheard(), HttpFields.EMPTY, new Peer(null))).isInstanceOf(IOException.class);
                assertThat(port.requests()).isZero();
            }
            port.close();
        }
    }
}
