package rivet.runtime.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.sql.LongTransaction.Phase;
import rivet.runtime.time.Time;

class LongTransactionTest {

    private static final class Timer implements Time.Timer {

        private boolean cancelled;

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private static LongTransaction open() {
        Turn turn = (Turn) Proxy.newProxyInstance(Turn.class.getClassLoader(), new Class<?>[] {Turn.class}, (proxy, method, args) -> new Turn.Mark(0, 0));
        return new LongTransaction(Kind.SQL, "owner", null, Duration.ofMillis(50), turn);
    }

    @Test
    void aCommitThatHasBegunBeatsTheEndOfTime() { // R-sql-15
        LongTransaction transaction = open();
        Timer timer = new Timer();
        transaction.watch(timer);
        assertThat(transaction.end(Phase.COMMITTED)).isTrue();
        assertThat(timer.cancelled).isTrue();
        assertThat(transaction.end(Phase.EXPIRED)).isFalse();
        assertThat(transaction.over()).hasMessageContaining("already committed");
    }

    @Test
    void theEndOfTimeBeatsALateCommit() { // R-sql-15
        LongTransaction transaction = open();
        assertThat(transaction.end(Phase.EXPIRED)).isTrue();
        assertThat(transaction.end(Phase.COMMITTED)).isFalse();
        assertThat(transaction.over()).hasMessageContaining("expired after 50 ms");
        Timer late = new Timer();
        transaction.watch(late);
        assertThat(late.cancelled).as("its time is over before it was watched").isTrue();
    }

    @Test
    void oneOfManyEndsIt() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (int round = 0; round < 200; round++) {
                LongTransaction transaction = open();
                CyclicBarrier together = new CyclicBarrier(3);
                List<Future<Boolean>> ends = new ArrayList<>();
                for (Phase how : List.of(Phase.COMMITTED, Phase.EXPIRED, Phase.CLOSED)) {
                    ends.add(threads.submit(() -> {
                        together.await();
                        return transaction.end(how);
                    }));
                }
                int won = 0;
                for (Future<Boolean> end : ends) {
                    won += end.get() ? 1 : 0;
                }
                assertThat(won).isEqualTo(1);
            }
        }
    }
}
