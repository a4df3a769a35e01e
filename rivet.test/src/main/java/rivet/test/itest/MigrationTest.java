package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.test.common.annotation.InjectService;

import rivet.inspect.Rollout;
import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.inspect.Rollouts;
import rivet.inspect.TypeInfo;
import rivet.inspect.TypeVersion;
import rivet.test.itest.actors.versioned1.Account;

/** State and tables follow new code; what goes wrong on the way leaves them as they were. */
class MigrationTest extends InContainer {

    private static final String TYPE = Account.TYPE;
    private static final String NAME = "itest.bank";

    @InjectService(timeout = 20_000)
    Rollouts rollouts;

    @InjectService(timeout = 10_000)
    CommandProcessor shell;

    @InjectService(filter = "(&(osgi.command.scope=rivet)(osgi.command.function=rollout))", service = InjectService.AnyService.class, timeout = 10_000)
    Object rolloutCommands;

    private Bundle start(String version, String code) throws Exception {
        return ActorBundle.of(NAME, version, code).start(context);
    }

    private void update(Bundle bundle, String version, String code) throws Exception {
        bundle.update(ActorBundle.of(NAME, version, code).stream(context));
        refresh(bundle);
        Await.until("version " + version, () -> type(TYPE).orElseThrow().factories().stream().anyMatch(f -> f.version().equals(version)));
    }

    private String report() throws Exception {
        return client.call(TYPE, key, "report").text();
    }

    private String typed(String line) throws Exception {
        try (CommandSession session = shell.createSession(new ByteArrayInputStream(new byte[0]), new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream()))) {
            return session.format(session.execute(line), Converter.INSPECT).toString();
        }
    }

    @Test
    void theNewVersionTakesOverWhatTheOldOneLeft() throws Exception {
        Bundle bundle = start("1.0.0", "versioned1");
        client.call(TYPE, key, "pay", 3L);
        assertThat(client.call(TYPE, key, "pay", 4L).number()).isEqualTo(7);
        assertThat(report()).isEqualTo("v1 7 in 2");

        update(bundle, "2.0.0", "versioned2");
        assertThat(report()).isEqualTo("v2 700 in 2/2");
        assertThat(client.call(TYPE, key, "pay", 50L).number()).isEqualTo(750);
        assertThat(rollouts.versions(TYPE)).extracting(TypeVersion::bundle, TypeVersion::version, TypeVersion::stateVersion, TypeVersion::awake)
            .containsExactly(tuple(NAME, "2.0.0", 2, 1));
    }

    @Test
    void olderCodeDroppedOverNewerStateIsRefusedWithoutDamage() throws Exception {
        Bundle bundle = start("2.0.0", "versioned2");
        assertThat(client.call(TYPE, key, "pay", 150L).number()).isEqualTo(150);
        update(bundle, "1.0.0", "versioned1");
        Client.Reply refused = client.call(TYPE, key, "report");
        assertThat(refused.code()).isEqualTo("actor.state_version_newer");
        assertThat(refused.metadata("stored")).isEqualTo(2);
        assertThat(client.call(TYPE, "other" + key, "report").text()).as("of a new actor").isEqualTo("v1 0 in 0");

        // at once, however long it is to be left alone after it could not start
        update(bundle, "2.0.1", "versioned2");
        assertThat(report()).isEqualTo("v2 150 in 1/1");
    }

    @Test
    void aMigrationThatFailsLeavesTheActorToTheOldCodeThatComesBack() throws Exception {
        Bundle bundle = start("2.0.0", "versioned2");
        client.call(TYPE, key, "pay", 150L);
        update(bundle, "3.0.0", "versioned3");
        Client.Reply failed = client.call(TYPE, key, "report");
        assertThat(failed.code()).isEqualTo("actor.migration_failed");
        assertThat(failed.metadata("step")).isEqualTo("verify");
        assertThat(rollouts.versions(TYPE)).as("there is nothing to go back to").extracting(v -> v.paused().isPresent()).containsExactly(false);

        update(bundle, "2.0.1", "versioned2");
        assertThat(report()).isEqualTo("v2 150 in 1/1");
    }

    @Test
    void withTheOldCodeStillThereTheActorGoesBackToItAndTheRollOutPauses() throws Exception {
        Bundle old = ActorBundle.of("itest.bank.old", "2.0.0", "versioned2").start(context);
        client.call(TYPE, key, "pay", 150L);
        Bundle broken = start("3.0.0", "versioned3");
        Await.until("its move has failed", () -> rollouts.rollout(TYPE).filter(rollout -> rollout.stage() == Rollout.Stage.PAUSED && rollout.failed() == 1).isPresent());
        assertThat(report()).isEqualTo("v2 150 in 1/1");
        assertThat(typed("rivet:versions " + TYPE)).containsPattern("itest\\.bank +3\\.0\\.0 +3 +0 +paused").containsPattern("itest\\.bank\\.old +2\\.0\\.0 +2 +1 +-")
            .contains("paused: actor " + actor(TYPE, key).id() + " could not be started: actor.migration_failed");
        assertThat(client.call(TYPE, "other" + key, "report").text()).as("of a new actor").isEqualTo("v2 0 in 0/0");

        // the operator insists: new actors are of the new version, these cannot be, and would have it pause again if they were moved
        for (String before : List.of(key, "other" + key)) {
            inspection().sleep(actor(TYPE, before).id()).toCompletableFuture().get();
            Await.until("sleep", () -> live(TYPE, before).isEmpty());
        }
        assertThat(typed("rivet:rollout " + TYPE + " --resume")).doesNotContain("paused");
        assertThat(client.call(TYPE, "third" + key, "report").text()).isEqualTo("v3");
        assertThat(report()).isEqualTo("v2 150 in 1/1");
        assertThat(typed("rivet:rollout " + TYPE)).contains("paused");
        assertThat(client.call(TYPE, "third" + key, "report").text()).as("what only the new code can read").isEqualTo("v3");

        assertThat(rollouts.history(TYPE)).as("the history").extracting(RolloutEvent::kind, RolloutEvent::bundle, RolloutEvent::version, RolloutEvent::by)
            .contains(tuple(Kind.CAME, NAME, "3.0.0", "bundle"), tuple(Kind.PAUSED, NAME, "3.0.0", "platform"),
                tuple(Kind.RESUMED, NAME, "3.0.0", System.getProperty("user.name")));
        assertThat(typed("rivet:history " + TYPE)).containsPattern("paused +itest\\.bank +3\\.0\\.0 +platform").contains("    from " + broken.getLocation());

        broken.uninstall();
        assertThat(report()).isEqualTo("v2 150 in 1/1");
        assertThat(client.call(TYPE, "third" + key, "report").code()).isEqualTo("actor.state_version_newer");
        old.stop();
    }

    @Test
    void aMissingStepIsFoundWhenTheBundleComes() throws Exception {
        start("2.0.0", "versioned2");
        ActorBundle.of("itest.bank.gap", "4.0.0", "versionedgap").start(context);
        TypeInfo type = type(TYPE).orElseThrow();
        assertThat(type.error().orElseThrow()).contains("itest.bank.gap 4.0.0").contains("stateVersion = 4, but no method with @Migrate(from = 2)");
        assertThat(type.factories()).extracting(TypeInfo.FactoryInfo::version).containsExactly("2.0.0");
        client.call(TYPE, key, "pay", 1L);
        assertThat(report()).isEqualTo("v2 1 in 1/1");
    }
}
