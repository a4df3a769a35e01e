package rivet.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import rivet.inspect.Measure;

/** Measures in the text format of Prometheus, by name; a name that comes from several places appears once (R-met-2). */
final class Exposition {

    private static final String INFO = "_info";

    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    String contentType() {
        return writer.getContentType();
    }

    void write(List<Measure> measures, OutputStream out) throws IOException {
        Map<String, List<Measure>> byName = new TreeMap<>();
        measures.forEach(measure -> byName.computeIfAbsent(measure.name(), first -> new ArrayList<>()).add(measure));
        List<MetricSnapshot> snapshots = new ArrayList<>();
        byName.values().forEach(all -> snapshots.add(snapshot(all)));
        writer.write(out, new MetricSnapshots(snapshots), EscapingScheme.DEFAULT);
    }

    private static MetricSnapshot snapshot(List<Measure> all) {
        Measure first = all.getFirst();
        return switch (first) {
            case Measure.Count count -> {
                CounterSnapshot.Builder counter = CounterSnapshot.builder().name(count.name()).help(count.help());
                all.forEach(one -> counter.dataPoint(CounterDataPointSnapshot.builder().labels(labels(one)).value(((Measure.Count) one).value()).build()));
                yield counter.build();
            }
            case Measure.Level level when level.name().endsWith(INFO) -> {
                // by convention always 1: what it says is in the labels
                InfoSnapshot.Builder info = InfoSnapshot.builder().name(level.name().substring(0, level.name().length() - INFO.length())).help(level.help());
                all.forEach(one -> info.dataPoint(InfoDataPointSnapshot.builder().labels(labels(one)).build()));
                yield info.build();
            }
            case Measure.Level level -> {
                GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(level.name()).help(level.help());
                all.forEach(one -> gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels(one)).value(((Measure.Level) one).value()).build()));
                yield gauge.build();
            }
            case Measure.Durations durations -> {
                HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(durations.name()).help(durations.help());
                all.forEach(one -> histogram.dataPoint(point((Measure.Durations) one)));
                yield histogram.build();
            }
        };
    }

    private static HistogramDataPointSnapshot point(Measure.Durations durations) {
        List<Double> bounds = new ArrayList<>(durations.bounds());
        bounds.add(Double.POSITIVE_INFINITY);
        HistogramDataPointSnapshot.Builder point = HistogramDataPointSnapshot.builder();
        point.labels(labels(durations));
        point.sum(durations.sum());
        return point.classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, durations.counts())).build();
    }

    private static Labels labels(Measure measure) {
        Labels.Builder labels = Labels.builder();
        new TreeMap<>(measure.labels()).forEach(labels::label);
        return labels.build();
    }
}
