package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.value.Persisted;
import rivet.spi.storage.Result;

/** What is stored of an actor, and was not stored by us. */
class SnapshotPropertyTest {

    private static final int TABLES = 7;

    @Property
    void anyRowsAreReadOrInvalid(@ForAll("tables") List<List<Object[]>> tables) {
        List<Result> results = new ArrayList<>();
        tables.forEach(rows -> results.add(new Result(List.of(), rows, 0, 0)));
        try {
            ActorStore.snapshot(results);
        } catch (RivetException e) {
            assertThat(e.is(ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA)).as(Arrays.deepToString(tables.toArray())).isTrue();
        }
    }

    @Property
    void anyStateIsReadOrInvalid(@ForAll byte[] stored) {
        try {
            Persisted.decode(stored, "state");
        } catch (RivetException e) {
            assertThat(e.is(ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA)).isTrue();
            assertThat(e.getMessage()).startsWith("Invalid persisted state: ");
        }
    }

    @Provide
    Arbitrary<List<List<Object[]>>> tables() {
        Arbitrary<Object> values = Arbitraries.<Object> of(0L, 1L, -1L, Long.MAX_VALUE, "a", 1.5, new byte[0], new byte[] {1}).injectNull(0.2);
        return values.list().ofSize(4).map(List::toArray).list().ofMaxSize(2).list().ofSize(TABLES).withoutEdgeCases();
    }
}
