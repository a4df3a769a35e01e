package rivet.test.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sources of the tests, in which the tests that a row names are looked up. */
final class Workspace {

    private static final Pattern JAVA = Pattern.compile("([a-z.]+)/([a-z.]+)\\.([A-Z]\\w*(?:\\.[A-Z]\\w*)*)#(\\w+)");
    private static final Pattern NPM = Pattern.compile("(npm/[\\w.-]+\\.test\\.mjs): (.+)");
    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\\b");

    private final Path root;

    Workspace(Path root) {
        this.root = root;
    }

    /** Unit tests run in a folder of the workspace. */
    static Workspace here() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("cnf/build.bnd"))) {
            folder = Optional.ofNullable(folder.getParent()).orElseThrow(() -> new IllegalStateException("not in the workspace"));
        }
        return new Workspace(folder);
    }

    Path rules() {
        return root.resolve("rivet.test/rules");
    }

    /** Nothing if the test is there, else what is wrong. */
    Optional<String> missing(String proof) {
        Matcher java = JAVA.matcher(proof);
        if (java.matches()) {
            return missingJava(java.group(1), java.group(2).replace('.', '/'), java.group(3), java.group(4));
        }
        Matcher npm = NPM.matcher(proof);
        return npm.matches() ? missingNpm(npm.group(1), npm.group(2)) : Optional.of("'" + proof + "' is no test's name");
    }

    private Optional<String> missingJava(String bundle, String folder, String type, String method) {
        String outer = type.split("\\.")[0];
        List<Path> files = Stream.of("src/test/java", "src/main/java").map(sources -> root.resolve(bundle).resolve(sources).resolve(folder).resolve(outer + ".java"))
            .filter(Files::exists).toList();
        if (files.isEmpty()) {
            return Optional.of("there is no class " + bundle + "/" + folder.replace('/', '.') + "." + outer);
        }
        String source = read(files.getFirst());
        for (String nested : type.split("\\.")) {
            if (!Pattern.compile("\\b(class|interface|record|enum) " + nested + "\\b").matcher(source).find()) {
                return Optional.of("there is no class " + nested + " in " + root.relativize(files.getFirst()));
            }
        }
        return isTest(source, method) ? Optional.empty() : Optional.of("there is no test " + method + " in " + root.relativize(files.getFirst()));
    }

    /** True if a method of that name is declared, with the annotation of a test in the lines right above it. */
    private static boolean isTest(String source, String method) {
        Matcher declaration = Pattern.compile("(?m)^ +(?:public )?[\\w<>?, ]+ " + method + "\\(").matcher(source);
        while (declaration.find()) {
            String above = source.substring(0, declaration.start());
            if (TEST.matcher(above.substring(Math.max(0, above.lastIndexOf("\n\n")))).find()) {
                return true;
            }
        }
        return false;
    }

    /** The title is looked up as it stands in the source, as the first argument of a call: some tests are made by functions. */
    private Optional<String> missingNpm(String name, String title) {
        Path file = root.resolve("rivet.test").resolve(name);
        if (!Files.exists(file)) {
            return Optional.of("there is no file " + name);
        }
        boolean found = Pattern.compile("\\w\\(\\s*([\"'`])" + Pattern.quote(title) + "\\1").matcher(read(file)).find();
        return found ? Optional.empty() : Optional.of("there is no test '" + title + "' in " + name);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
