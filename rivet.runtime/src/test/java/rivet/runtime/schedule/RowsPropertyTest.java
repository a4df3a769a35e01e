package rivet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Result;

/** Rows of schedules and of their history that no platform wrote (R-sched-32). */
class RowsPropertyTest {

    private static final int COLUMNS = 16;
    private static final Instant NOON = Instant.parse("2026-03-07T12:00:00Z");

    @Property
    void whatWasWrittenIsRead(@ForAll("schedules") Scheduled scheduled) {
        List<Object> put = ScheduleRows.put(scheduled).params();
        List<Object> progress = ScheduleRows.putProgress(scheduled).params();
        Object[] row = new Object[COLUMNS];
        for (int i = 0; i < put.size(); i++) {
            row[i] = put.get(i) instanceof Integer number ? (Object) number.longValue() : put.get(i);
        }
        for (int i = 1; i < progress.size(); i++) {
            row[9 + i] = progress.get(i) instanceof Integer number ? (Object) number.longValue() : progress.get(i);
        }
        Scheduled read = ScheduleRows.read(row);
        assertThat(read).usingRecursiveComparison().isEqualTo(scheduled);
    }

    /** A row that cannot be read holds up no other: it is set aside, and said to be invalid. */
    @Property
    void anyRowsAreTakenOverOrSetAside(@ForAll("rows") List<Object[]> rows) {
        Schedules schedules = new Schedules("test", () -> NOON);
        assertThatCode(() -> schedules.load(new Result(List.of(), rows, 0, 0), action -> true)).as(Arrays.deepToString(rows.toArray())).doesNotThrowAnyException();
        assertThatCode(schedules::changes).doesNotThrowAnyException();
        assertThatCode(schedules.runs()::take).doesNotThrowAnyException();
    }

    @Property
    void anyHistoryIsReadOrInvalid(@ForAll("rows") List<Object[]> rows) {
        try {
            History.read("job", new Result(List.of(), rows, 0, 0));
        } catch (RivetException e) {
            assertThat(e.is(ErrorCode.SCHEDULE_INVALID_SCHEDULE_ROW)).isTrue();
        }
    }

    @Provide
    Arbitrary<Scheduled> schedules() {
        Arbitrary<Instant> times = Arbitraries.longs().between(-1_000, 4_000_000_000_000L).map(Instant::ofEpochMilli);
        Arbitrary<Optional<Cadence>> cadences = Arbitraries.of(Optional.empty(), Optional.of(new Cadence.Every(Duration.ofSeconds(7))),
            Optional.of(new Cadence.Cron("*/5 * * * *", "Europe/Berlin")));
        return Combinators.combine(Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5), times, cadences, times.optional(), Arbitraries.integers().between(0, 9),
            times.optional(), times.optional(), Arbitraries.bytes().array(byte[].class).ofMaxSize(4)).as((id, at, cadence, last, number, running, look, args) ->
                new Scheduled(cadence.isPresent() ? Scheduled.JOB + id : id, at, "act", args, cadence, last, number, number, running,
                    look.map(when -> new Scheduled.Look(when, number)))).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<Object[]>> rows() {
        Arbitrary<Object> values = Arbitraries.oneOf(List.of(
            Arbitraries.of("a", "", "cron:a", "cron:", "* * * * *", "61 * * * *", "Europe/Berlin", "No/Where", "UTC").map(o -> (Object) o),
            Arbitraries.of(0L, 1L, 2L, 3L, -1L, 5_000L, Long.MAX_VALUE, Long.MIN_VALUE, NOON.toEpochMilli()).map(o -> (Object) o),
            Arbitraries.doubles().map(o -> (Object) o),
            Arbitraries.of(new byte[0], new byte[] {(byte) 0x80}, new byte[] {(byte) 0x9b, -1}, new byte[] {(byte) 0xff}).map(o -> (Object) o))).injectNull(0.3);
        Arbitrary<Object[]> wild = values.list().ofSize(COLUMNS).map(List::toArray);
        // of the right kinds, with any numbers in them
        Arbitrary<Object[]> near = wild.map(row -> {
            Object[] fixed = row.clone();
            fixed[0] = row[0] instanceof String ? row[0] : "cron:x";
            fixed[2] = "act";
            for (int i : new int[] {1, 4, 9, 10, 13}) {
                fixed[i] = row[i] instanceof Long ? row[i] : (Object) 1L;
            }
            return fixed;
        });
        return Arbitraries.oneOf(wild, near, near).list().ofMaxSize(4).withoutEdgeCases();
    }
}
