package rivet.bench.raw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import rivet.bench.raw.Statements.Kind;

/** All raw scenarios. Names: {@code raw.<what>.<sync>.<databases>x<threads>}, with {@code .g10} for groups of ten. */
public final class RawScenarios {

    private RawScenarios() {
    }

    public static List<RawScenario> all() {
        List<RawScenario> all = new ArrayList<>();
        for (String sync : List.of("NORMAL", "FULL")) {
            statements(all, Kind.UPDATE, sync, 1, 1, 1);
            for (int threads : new int[] {1, 2, 32}) {
                statements(all, Kind.UPDATE, sync, 100, threads, 1);
            }
            statements(all, Kind.UPDATE, sync, 1, 1, 10);
        }
        statements(all, Kind.UPDATE, "FULL", 100, 32, 10);
        for (int threads : new int[] {1, 2}) {
            statements(all, Kind.INSERT, "NORMAL", 100, threads, 1);
            statements(all, Kind.SELECT, "NORMAL", 100, threads, 1);
        }
        all.add(new Openings("raw.create", Openings.Kind.CREATE));
        all.add(new Openings("raw.copy", Openings.Kind.COPY));
        all.add(new Openings("raw.open", Openings.Kind.OPEN));
        return all;
    }

    private static void statements(List<RawScenario> all, Kind kind, String sync, int databases, int threads, int group) {
        String name = "raw.%s.%s.%dx%d%s".formatted(kind.name().toLowerCase(Locale.ROOT),
            sync.toLowerCase(Locale.ROOT), databases, threads, group == 1 ? "" : ".g" + group);
        all.add(new Statements(name, kind, sync, databases, threads, group));
    }
}
