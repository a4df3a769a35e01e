package rivet.test.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All rows of all tables, and what is wrong with them. */
final class RuleTable {

    private final Workspace workspace;
    private final Expected expected;
    private final Set<Rule> open = new TreeSet<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    private RuleTable(Workspace workspace, Expected expected) {
        this.workspace = workspace;
        this.expected = expected;
    }

    static RuleTable read(Workspace workspace) throws IOException {
        Path folder = workspace.rules();
        RuleTable table = new RuleTable(workspace, Expected.parse(lines(folder.resolve("expected.txt"))));
        lines(folder.resolve("open.txt")).forEach(line -> table.open.add(Rule.parse(line)));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".tsv")).sorted().toList()) {
                table.read(file);
            }
        }
        return table;
    }

    private void read(Path file) throws IOException {
        String area = file.getFileName().toString().replace(".tsv", "");
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            try {
                Row row = Row.parse(file.getFileName() + ":" + number, line);
                rows.add(row);
                check(row.rule().area().equals(area), row.where() + ": " + row.rule() + " belongs into another file");
            } catch (IllegalArgumentException e) {
                faults.add(e.getMessage());
            }
        }
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    Set<Rule> open() {
        return Set.copyOf(open);
    }

    /** In one go, so that whoever adds rows sees all that is wrong with them. */
    List<String> faults() {
        Map<Rule, Row> byRule = new HashMap<>();
        for (Row row : rows) {
            check(expected.has(row.rule()), row.where() + ": there is no rule " + row.rule());
            Row before = byRule.put(row.rule(), row);
            check(before == null, () -> row.where() + ": " + row.rule() + " is in " + before.where() + " already");
            check(!open.contains(row.rule()), row.where() + ": " + row.rule() + " has a row now, take it out of open.txt");
            if (row.applies()) {
                row.proofs().forEach(proof -> workspace.missing(proof).ifPresent(what -> faults.add(row.where() + ": " + what)));
            }
        }
        expected.required().filter(rule -> !byRule.containsKey(rule) && !open.contains(rule)).forEach(rule -> faults.add(rule + " has no row"));
        Set<Rule> unknown = new TreeSet<>(open);
        expected.required().forEach(unknown::remove);
        unknown.forEach(rule -> faults.add("open.txt: " + rule + " needs no row"));
        return List.copyOf(faults);
    }

    private void check(boolean ok, String fault) {
        check(ok, () -> fault);
    }

    private void check(boolean ok, Supplier<String> fault) {
        if (!ok) {
            faults.add(fault.get());
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    }
}
