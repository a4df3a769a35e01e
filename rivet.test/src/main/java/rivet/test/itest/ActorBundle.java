package rivet.test.itest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * A bundle of actors, made in memory: some packages out of those below {@code rivet.test.itest.actors}, which bnd built into one jar, under a symbolic name and
 * a version of its own.
 *
 * @param name symbolic name
 * @param version version
 * @param packages which packages it has, named below the common one
 */
record ActorBundle(String name, String version, List<String> packages) {

    private static final String ACTORS = "rivet.test.itest.actors";

    static ActorBundle of(String name, String version, String... packages) {
        return new ActorBundle(name, version, List.of(packages));
    }

    ActorBundle version(String other) {
        return new ActorBundle(name, other, packages);
    }

    ActorBundle packages(String... others) {
        return new ActorBundle(name, version, List.of(others));
    }

    /** Installs and starts it. */
    Bundle start(BundleContext context) throws BundleException, IOException {
        Bundle bundle = context.installBundle("itest:" + name, stream(context));
        bundle.start();
        return bundle;
    }

    InputStream stream(BundleContext context) throws IOException {
        return new ByteArrayInputStream(bytes(context));
    }

    /** Returns the jar. */
    byte[] bytes(BundleContext context) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // not a property of the system: two frameworks could have different ones
        try (JarFile all = new JarFile(Path.of(context.getProperty(ACTORS)).toFile())) {
            List<String> components = new ArrayList<>();
            List<JarEntry> entries = all.stream().filter(entry -> !entry.isDirectory() && belongs(entry.getName())).toList();
            entries.stream().map(JarEntry::getName).filter(entry -> entry.startsWith("OSGI-INF/")).forEach(components::add);
            Manifest manifest = new Manifest(all.getManifest());
            manifest.getMainAttributes().putValue(Constants.BUNDLE_SYMBOLICNAME, name);
            manifest.getMainAttributes().putValue(Constants.BUNDLE_VERSION, version);
            manifest.getMainAttributes().remove(new Attributes.Name("Private-Package"));
            manifest.getMainAttributes().putValue("Service-Component", String.join(",", components));
            try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
                for (JarEntry entry : entries) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    all.getInputStream(entry).transferTo(out);
                    out.closeEntry();
                }
            }
        }
        return bytes.toByteArray();
    }

    private boolean belongs(String entry) {
        return packages.stream().map(p -> ACTORS + "." + p).anyMatch(p -> entry.startsWith(p.replace('.', '/') + "/") || entry.startsWith("OSGI-INF/" + p + "."));
    }
}
