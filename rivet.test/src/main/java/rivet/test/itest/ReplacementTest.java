package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.inspect.ActorInfo.Status;
import rivet.test.itest.actors.busy.Busy;
import rivet.test.itest.actors.counter.Counter;

/** Code is dropped in, replaced and removed while the platform runs; under load, too. */
class ReplacementTest extends InContainer {

    private static final String NAME = "itest.replaced";

    @AfterEach
    void emptyFolder() throws Exception {
        Files.deleteIfExists(dropped());
        Await.until("an empty folder", () -> installed() == null);
    }

    private Path dropped() {
        return Path.of(context.getProperty("felix.fileinstall.dir")).resolve(NAME + ".jar");
    }

    private Bundle installed() {
        return context.getBundle(dropped().toUri().toString().replace("file:///", "file:/"));
    }

    /** Puts a bundle into the watched folder, whole from the first moment. */
    private void drop(ActorBundle bundle) throws IOException {
        Files.createDirectories(dropped().getParent()); // FileInstall watches a folder that is not there, too
        Path beside = dropped().resolveSibling("." + NAME + ".tmp");
        Files.write(beside, bundle.bytes(context));
        Files.move(beside, dropped(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void droppedReplacedAndRemoved() throws Exception {
        ActorBundle.of("itest.other", "1.0.0", "busy").start(context);
        assertThat(client.call(Busy.TYPE, key, "pause", 1L).text()).isEqualTo("paused");
        int otherGeneration = actor(Busy.TYPE, key).generation();

        // copied, as by hand: its type is there in about a second
        long begun = System.nanoTime();
        Files.createDirectories(dropped().getParent());
        Files.write(dropped(), ActorBundle.of(NAME, "1.0.0", "counter").bytes(context));
        Await.until("the type", () -> type(Counter.TYPE).filter(type -> !type.factories().isEmpty()).isPresent());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
        assertThat(client.call(Counter.TYPE, key, "add", 4L).number()).isEqualTo(4);
        assertThat(client.call(Counter.TYPE, key, "code").text()).isEqualTo(NAME + " 1.0.0");
        long bundleId = installed().getBundleId();

        // replaced: new code, the state kept
        drop(ActorBundle.of(NAME, "1.1.0", "richcounter"));
        Await.until("the new code", () -> type(Counter.TYPE).filter(type -> type.factories().stream().anyMatch(f -> f.version().equals("1.1.0"))).isPresent());
        assertThat(client.call(Counter.TYPE, key, "count.double").number()).isEqualTo(8);
        assertThat(installed().getBundleId()).isEqualTo(bundleId);

        // removed: its actors sleep, and their callers are told so
        Live live = client.connect(Counter.TYPE, key).get(10, TimeUnit.SECONDS);
        Files.delete(dropped());
        Await.until("sleep", () -> actor(Counter.TYPE, key).status() == Status.SLEEPING);
        Client.Reply reply = client.call(Counter.TYPE, key, "get");
        assertThat(reply.code()).isEqualTo("actor.restarting");
        assertThat(reply.metadata("type")).isEqualTo(Counter.TYPE);

        // and back again
        drop(ActorBundle.of(NAME, "1.2.0", "richcounter"));
        Await.until("the type", () -> !type(Counter.TYPE).orElseThrow().factories().isEmpty());
        assertThat(client.call(Counter.TYPE, key, "get").number()).isEqualTo(8);
        // the connection outlived all of that
        assertThat(live.call("get").get(10, TimeUnit.SECONDS).number()).isEqualTo(8);
        // actors of other types noticed nothing
        assertThat(actor(Busy.TYPE, key).generation()).isEqualTo(otherGeneration);
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isEqualTo(1);
    }

    @Test
    void nothingIsLostWhileTheBundleIsUpdatedAgainAndAgain() throws Exception {
        Bundle bundle = ActorBundle.of(NAME, "1.0.0", "counter").start(context);
        try (Load load = new Load(client, Counter.TYPE, key)) {
            for (int i = 1; i <= 25; i++) {
                load.awaitProgress();
                bundle.update(ActorBundle.of(NAME, "1.0." + i, "counter").stream(context));
                refresh(bundle);
            }
            load.awaitProgress();
            load.end();
            load.verify();
        }
        assertThat(client.call(Counter.TYPE, Load.key(key, 0), "code").text()).isEqualTo(NAME + " 1.0.25");
    }

    @Test
    void nothingIsLostWhileTheFileIsReplacedAgainAndAgain() throws Exception {
        drop(ActorBundle.of(NAME, "1.0.0", "counter"));
        Await.until("the type", () -> type(Counter.TYPE).filter(type -> !type.factories().isEmpty()).isPresent());
        try (Load load = new Load(client, Counter.TYPE, key)) {
            for (int i = 1; i <= 10; i++) {
                load.awaitProgress();
                String version = "1.0." + i;
                drop(ActorBundle.of(NAME, version, i <= 5 ? "counter" : "richcounter"));
                Await.until(version, () -> type(Counter.TYPE).orElseThrow().factories().stream().anyMatch(f -> f.version().equals(version)));
            }
            load.awaitProgress();
            load.end();
            load.verify();
        }
    }
}
