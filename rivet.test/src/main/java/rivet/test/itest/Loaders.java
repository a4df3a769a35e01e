package rivet.test.itest;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.osgi.framework.Bundle;

/** Class loaders that code has come from, and whether they are still held by anything. */
final class Loaders {

    private record Watched(String what, WeakReference<Class<?>> type, WeakReference<ClassLoader> loader) {}

    private final List<Watched> watched = new ArrayList<>();

    /** Watches the loader that a bundle has now. */
    void watch(String what, Bundle bundle, String className) throws ClassNotFoundException {
        Class<?> type = bundle.loadClass(className);
        watched.add(new Watched(what, new WeakReference<>(type), new WeakReference<>(type.getClassLoader())));
    }

    /** Returns which are not collected yet. */
    List<String> held() {
        System.gc();
        return watched.stream().filter(one -> one.type.get() != null || one.loader.get() != null).map(Watched::what).toList();
    }

    /** Returns the threads whose context class loader is one of them. */
    List<String> inheritors() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> watched.stream().anyMatch(one -> one.loader.refersTo(thread.getContextClassLoader())))
            .map(Thread::getName).sorted().toList();
    }

    void awaitCollection() throws Exception {
        Await.until("collection of all of " + watched.stream().map(Watched::what).toList(), () -> held().isEmpty());
    }

    /** Returns the number of classes that are loaded. */
    static long classes() {
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    /** Returns the bytes that they take. */
    static long metaspace() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getName().equals("Metaspace")).map(MemoryPoolMXBean::getUsage)
            .mapToLong(usage -> usage.getUsed()).sum();
    }
}
