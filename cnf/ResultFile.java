import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run of all tests at full scale came to, for people: results/full.md, which is committed with a release. */
final class ResultFile {

    private record Step(String name, double seconds, int passed, int failed) {}

    private final Path root;
    private final List<Step> steps = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    ResultFile(Path root) {
        this.root = root;
    }

    void step(String name, double seconds, int passed, int failed) {
        steps.add(new Step(name, seconds, passed, failed));
    }

    /** Notes what a test said about itself: its seed, how often it did what. */
    void remark(String text) {
        remarks.add(text);
    }

    void write() throws Exception {
        List<String> lines = new ArrayList<>(List.of("# All tests at full scale", "", "Written by `./rivet test --full`.", "",
            "- " + LocalDate.now(ZoneOffset.UTC) + ", commit " + git("rev-parse", "--short=12", "HEAD") + (git("status", "--porcelain").isEmpty() ? "" : " with changes"),
            "- Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors",
            "", "| step | seconds | passed | failed |", "| --- | ---: | ---: | ---: |"));
        for (Step step : steps) {
            lines.add(String.format(Locale.ROOT, "| %s | %.0f | %d | %d |", step.name(), step.seconds(), step.passed(), step.failed()));
        }
        lines.add(String.format(Locale.ROOT, "| all | %.0f | %d | %d |", steps.stream().mapToDouble(Step::seconds).sum(), steps.stream().mapToInt(Step::passed).sum(),
            steps.stream().mapToInt(Step::failed).sum()));
        if (!remarks.isEmpty()) {
            lines.addAll(List.of("", "What the tests said:", ""));
            remarks.forEach(remark -> lines.add("- " + remark));
        }
        Files.write(Files.createDirectories(root.resolve("results")).resolve("full.md"), lines);
    }

    private String git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(root.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var output = process.inputReader()) {
            return output.readLine() instanceof String line ? line : "";
        }
    }
}
