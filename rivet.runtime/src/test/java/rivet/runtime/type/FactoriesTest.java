package rivet.runtime.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Version;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.time.SystemTime;
import rivet.spi.engine.Hosting.TypeStatus;

class FactoriesTest {

    private final SystemTime time = new SystemTime(Thread.ofPlatform().daemon().factory());
    private final Factories factories = new Factories(time, Duration.ofMinutes(10), 2);

    @AfterEach
    void close() {
        time.close();
    }

    private FactoryGeneration factory(String type, String version, int ranking, long serviceId) {
        FactoryGeneration factory = new FactoryGeneration(type, new FactoryGeneration.Origin("test", Version.parseVersion(version), ranking, serviceId),
            ActorOptions.of(Map.of()), () -> {
                throw new UnsupportedOperationException();
            });
        factories.add(factory);
        return factory;
    }

    private CompletableFuture<FactoryGeneration> wait(String type) {
        return factories.await(type).toCompletableFuture();
    }

    private static void assertAbsent(CompletableFuture<FactoryGeneration> waiter, String type) {
        assertThat(waiter).isCompletedExceptionally();
        assertThat(waiter.exceptionNow()).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.ACTOR_TYPE_ABSENT)).isTrue();
            assertThat(e.metadata()).contains(Map.of("type", type, "retryable", true));
        });
    }

    @Test
    void whoWantsToKnowHearsOfEachThatComesOnceItCanBeFound() {
        List<String> heard = new ArrayList<>();
        factories.onArrival(type -> heard.add(type + " " + factories.status(type)));
        FactoryGeneration first = factory("a", "1.0.0", 0, 1);
        factories.remove(first);
        factory("a", "1.0.0", 0, 2);
        assertThat(heard).containsExactly("a PRESENT", "a PRESENT");
    }

    @Test
    void theBestIsTheHighestVersionThenTheHighestRankingThenTheOldest() {
        FactoryGeneration ranked = factory("a", "1.0.0", 9, 5);
        assertThat(factories.best("a")).contains(ranked);
        FactoryGeneration newer = factory("a", "1.1.0", 0, 8);
        factory("a", "1.1.0", 0, 9);
        assertThat(factories.best("a")).contains(newer);
        factories.remove(newer);
        assertThat(factories.all().get("a")).extracting(f -> f.origin().serviceId()).containsExactly(9L, 5L);
    }

    @Test
    void whoWaitsIsServedByTheOneThatComes() {
        CompletableFuture<FactoryGeneration> waiter = wait("a");
        CompletableFuture<FactoryGeneration> other = wait("b");
        assertThat(wait("a")).as("one more than may wait").isCompletedExceptionally();
        FactoryGeneration factory = factory("a", "1.0.0", 0, 1);
        assertThat(waiter).isCompletedWithValue(factory);
        assertThat(other).isNotDone();
        assertThat(wait("a")).isCompletedWithValue(factory);
    }

    @Test
    void whoWaitsHearsWhenThereIsNoUseInIt() {
        CompletableFuture<FactoryGeneration> a = wait("a");
        CompletableFuture<FactoryGeneration> b = wait("b");
        factories.giveUpAll();
        assertAbsent(a, "a");
        assertAbsent(b, "b");
        CompletableFuture<FactoryGeneration> next = wait("a");
        assertThat(next).as("there is room again").isNotDone();
        assertThat(factories.status("a")).isEqualTo(TypeStatus.UNKNOWN);
        FactoryGeneration factory = factory("a", "1.0.0", 0, 1);
        assertThat(next).isCompletedWithValue(factory);
    }
}
