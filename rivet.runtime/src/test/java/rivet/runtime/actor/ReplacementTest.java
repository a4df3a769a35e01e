package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.error.RivetException;
import rivet.runtime.host.HostRollouts;
import rivet.runtime.type.FactoryGeneration;

/** Code that comes and goes. */
class ReplacementTest extends ActorTest {

    @Test
    void theBestFactoryMakesNewInstancesAndTakesTheOthersOver() throws Exception {
        platform.type("v", "1.0.0", () -> new Versioned("one"));
        platform.start("v", "a");
        FactoryGeneration two = platform.type("v", "2.0.0", () -> new Versioned("two"));
        platform.start("v", "b");
        TestPlatform.until(() -> new HostRollouts(platform.host(), platform.book()).rollout("v").filter(rollout -> rollout.moved() == 1).isPresent());
        assertThat(platform.call("a", "version")).isEqualTo("two");
        assertThat(platform.call("b", "version")).isEqualTo("two");
        platform.host().factoryRemoved(two);
        TestPlatform.until(() -> platform.intents.containsAll(List.of("sleep a", "sleep b")));
        platform.start("v", "b");
        assertThat(platform.call("b", "version")).isEqualTo("one");
    }

    static final class Versioned extends Actor<Void> {

        private final String version;

        Versioned(String version) {
            this.version = version;
        }

        @Action
        public String version() {
            return version;
        }
    }

    @Test
    void aFactoryThatGoesTakesItsInstancesWithItInBoundedTime() throws Exception {
        FactoryGeneration factory = platform.type("counter", Counter::new, "sleepGracePeriod", 60_000);
        platform.start("counter", "a1");
        platform.call("a1", "increment", 2);
        CompletableFuture<Object> spinning = platform.callLater("a1", "spin");
        TestPlatform.until(() -> TRACE.contains("spinning"));
        long before = System.nanoTime();
        platform.host().factoryRemoved(factory);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
        assertThatThrownBy(() -> TestPlatform.await(spinning)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
        platform.type("counter", Counter::new);
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(2);
    }
}
