import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * The web page of a project: its folder web with a package.json, whose script build makes the folder target/web. Nothing happens to a project without one, nor
 * when nothing is newer than what was made. It takes npm, which nothing else of the platform needs: without it all is built but the page.
 */
final class WebPage {

    /** What is missing on this machine, or does not work. */
    private static final class CannotBuild extends Exception {

        private static final long serialVersionUID = 1L;

        CannotBuild(String message) {
            super(message);
        }
    }

    private static final String PACKAGES = "node_modules";

    private final Path sources;
    private final Path made;

    private WebPage(Path sources, Path made) {
        this.sources = sources;
        this.made = made;
    }

    static WebPage of(Path project, Path target) {
        return new WebPage(project.resolve("web"), target.resolve("web").resolve("index.html"));
    }

    void build() throws IOException, InterruptedException {
        if (!Files.exists(sources.resolve("package.json")) || Files.exists(made) && !isNewer(made)) {
            return;
        }
        try {
            make();
        } catch (CannotBuild e) {
            System.out.println("The page of " + sources.getParent().getFileName() + " is left out: " + e.getMessage());
            Files.deleteIfExists(made);
            Files.createDirectories(made.getParent());
        }
    }

    private void make() throws IOException, InterruptedException, CannotBuild {
        Path installed = sources.resolve(PACKAGES).resolve(".package-lock.json");
        if (!Files.exists(installed) || time(installed).compareTo(time(sources.resolve("package-lock.json"))) < 0) {
            // install, not ci: a registry need not have the packages of other machines; the lock file holds for the others
            System.out.println("installing npm packages for the inspector's page");
            npm("install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund");
            Files.setLastModifiedTime(installed, FileTime.from(Instant.now()));
        }
        npm("run", "--silent", "build");
    }

    private boolean isNewer(Path than) throws IOException {
        try (Stream<Path> walk = Files.walk(sources)) {
            FileTime last = time(than);
            for (Path file : walk.filter(f -> !f.startsWith(sources.resolve(PACKAGES)) && Files.isRegularFile(f)).toList()) {
                if (time(file).compareTo(last) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static FileTime time(Path file) throws IOException {
        return Files.getLastModifiedTime(file);
    }

    private void npm(String... arguments) throws IOException, InterruptedException, CannotBuild {
        String[] command = Stream.concat(Stream.of(npm()), Stream.of(arguments)).toArray(String[]::new);
        int exit = new ProcessBuilder(command).directory(sources.toFile()).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new CannotBuild("npm " + arguments[0] + " failed in " + sources + "; does this machine reach an npm registry?");
        }
    }

    private static String npm() throws CannotBuild {
        String name = File.separatorChar == '\\' ? "npm.cmd" : "npm";
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, name)).filter(Files::isExecutable).findFirst()
            .map(Path::toString)
            .orElseThrow(() -> new CannotBuild("it is built with npm, of Node.js 20 or later, which is not on the PATH"));
    }
}
