package rivet.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import rivet.inspect.Measure;
import rivet.inspect.Meters;

/** The process itself: what it is (R-met-5), its memory, its threads and its garbage collector (R-met-6). */
final class ProcessMeters implements Meters {

    private static final double MILLIS = 1e3;

    private final String version;

    ProcessMeters(String version) {
        this.version = version;
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>();
        measures.add(new Measure.Level("rivetkit_info", "What runs here", Map.of("runtime", "rivet-jvm", "version", version, "type", "local"), 1));
        memory(measures, "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        memory(measures, "nonheap", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        measures.add(new Measure.Level("jvm_threads_current", "Platform threads", Map.of(), ManagementFactory.getThreadMXBean().getThreadCount()));
        ManagementFactory.getGarbageCollectorMXBeans().forEach(gc -> {
            Map<String, String> labels = Map.of("gc", gc.getName());
            measures.add(new Measure.Count("jvm_gc_collections", "Garbage collections", labels, gc.getCollectionCount()));
            measures.add(new Measure.Count("jvm_gc_collection_seconds", "Time spent in garbage collections", labels, gc.getCollectionTime() / MILLIS));
        });
        measures.add(new Measure.Count("process_uptime_seconds", "Time since the start of the process", Map.of(),
            ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS));
        return measures;
    }

    private static void memory(List<Measure> measures, String area, MemoryUsage usage) {
        measures.add(new Measure.Level("jvm_memory_used_bytes", "Memory in use", Map.of("area", area), usage.getUsed()));
        measures.add(new Measure.Level("jvm_memory_max_bytes", "Most memory that may be used; -1 for no limit", Map.of("area", area), usage.getMax()));
    }
}
