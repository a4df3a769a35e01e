package rivet.runtime.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import rivet.actor.Actor;
import rivet.actor.Migrate;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.value.ValueMapper;

class StateMigrationsTest {

    private final ValueMapper mapper = new ValueMapper();

    record Second(long total) {}

    record Third(List<Long> totals) {}

    static class Chain extends Actor<Third> {

        @Migrate(from = 1)
        Map<String, Object> rename(Map<String, Object> state) {
            state.put("total", state.remove("count"));
            return state;
        }

        @Migrate(from = 2)
        private static Third list(Second state) {
            return new Third(List.of(state.total()));
        }
    }

    static final class Fourth extends Chain {

        @Override
        @Migrate(from = 1)
        Map<String, Object> rename(Map<String, Object> state) {
            state.put("total", 100);
            return state;
        }

        @Migrate(from = 3)
        List<Object> unwrap(Map<String, List<Object>> state) {
            return state.get("totals");
        }
    }

    private Object run(StateMigrations migrations, Actor<?> actor, Object state, int from) throws Exception {
        Object plain = state;
        for (StateStep step : migrations.from(from)) {
            plain = step.run(actor, plain);
        }
        return plain;
    }

    private static Map<String, Object> counted() {
        return new LinkedHashMap<>(Map.of("count", 3));
    }

    @Test
    void stepsFollowOneAnotherFromTheStoredVersion() throws Exception {
        StateMigrations migrations = new StateMigrations(Chain.class, 3, mapper);
        assertThat(run(migrations, new Chain(), counted(), 1)).isEqualTo(Map.of("totals", List.of(3L)));
        assertThat(run(migrations, new Chain(), Map.of("total", 4), 2)).isEqualTo(Map.of("totals", List.of(4L)));
        assertThat(migrations.from(3)).isEmpty();
        assertThat(run(new StateMigrations(Fourth.class, 4, mapper), new Fourth(), counted(), 1)).as("an overridden step").isEqualTo(List.of(100L));
    }

    @Test
    void aStepMayNotBeMissing() {
        assertThatThrownBy(() -> new StateMigrations(Chain.class, 4, mapper)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Chain has stateVersion = 4, but no method with @Migrate(from = 3)");
        assertThatThrownBy(() -> new StateMigrations(Actor.class, 2, mapper)).hasMessageContaining("@Migrate(from = 1)");
        class Gap extends Actor<Void> {

            @Migrate(from = 1)
            Object first(Object state) {
                return state;
            }

            @Migrate(from = 3)
            Object third(Object state) {
                return state;
            }
        }
        assertThatThrownBy(() -> new StateMigrations(Gap.class, 4, mapper)).hasMessageContaining("@Migrate(from = 2)");
    }

    @Test
    void aStepLeadsFromAnOlderVersionAndIsTheOnlyOne() {
        assertThatThrownBy(() -> new StateMigrations(Chain.class, 2, mapper)).hasMessageContaining("leads to version 3, but the type has stateVersion = 2");
        class Twice extends Chain {

            @Migrate(from = 1)
            Object other(Object state) {
                return state;
            }
        }
        assertThatThrownBy(() -> new StateMigrations(Twice.class, 3, mapper)).hasMessageContaining("has two steps from version 1");
        class Nothing extends Actor<Void> {

            @Migrate(from = 1)
            void nothing(Object state) {}
        }
        assertThatThrownBy(() -> new StateMigrations(Nothing.class, 2, mapper)).hasMessageContaining("return one of version 2");
        class Two extends Actor<Void> {

            @Migrate(from = 1)
            Object two(Object state, int from) {
                return state;
            }
        }
        assertThatThrownBy(() -> new StateMigrations(Two.class, 2, mapper)).hasMessageContaining("must take a state of version 1");
    }

    @Test
    void theOldestVersionsMayBeGivenUp() {
        class Late extends Actor<Void> {

            @Migrate(from = 5)
            Object fifth(Object state) {
                return state;
            }
        }
        StateMigrations migrations = new StateMigrations(Late.class, 6, mapper);
        assertThat(migrations.from(5)).hasSize(1);
        assertThatThrownBy(() -> migrations.from(4)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.ACTOR_MIGRATION_FAILED)).isTrue();
            assertThat(e).hasMessageContaining("from version 4 to 6").hasMessageContaining("@Migrate(from = 4)");
        });
    }

    @Test
    void whatAStepThrowsIsThrown() {
        class Throwing extends Actor<Void> {

            @Migrate(from = 1)
            Object fails(Object state) {
                throw new IllegalStateException("on purpose");
            }

            @Migrate(from = 2)
            Object typed(Second state) {
                return state;
            }
        }
        List<StateStep> steps = new ArrayList<>(new StateMigrations(Throwing.class, 3, mapper).from(1));
        assertThatThrownBy(() -> steps.get(0).run(new Throwing(), counted())).isInstanceOf(IllegalStateException.class).hasMessage("on purpose");
        assertThatThrownBy(() -> steps.get(1).run(new Throwing(), Map.of("total", "word"))).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.ACTOR_VALIDATION_ERROR)).isTrue());
    }
}
