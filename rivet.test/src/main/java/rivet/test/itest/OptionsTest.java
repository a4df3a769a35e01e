package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.common.dictionary.Dictionaries;

import rivet.actor.ActorFactory;
import rivet.test.itest.actors.busy.Busy;

/** Options of a type: by service property, by configuration of the component, and unacceptable ones (R-cfg-1). */
class OptionsTest extends InContainer {

    private static final String TIMED_OUT = "actor.action_timed_out";

    @InjectService(timeout = 5_000)
    ConfigurationAdmin configurations;

    @Test
    void aServicePropertyIsAnOption() throws Exception {
        context.registerService(ActorFactory.class, new Plain.Factory("hasty"), Plain.properties("itest.hasty", Map.of("rivet.actionTimeout", 100L)));
        context.registerService(ActorFactory.class, new Plain.Factory("patient"), Plain.properties("itest.patient", Map.of()));
        assertThat(client.call("itest.hasty", key, "pause", 60_000L).code()).isEqualTo(TIMED_OUT);
        assertThat(client.call("itest.patient", key, "pause", 200L).text()).isEqualTo("paused");
    }

    @Test
    void configurationOfTheComponentOverridesItsOptionsFromTheNextStartOn() throws Exception {
        ActorBundle.of("itest.busy", "1.0.0", "busy").start(context);
        assertThat(client.call(Busy.TYPE, key, "pause", 200L).text()).isEqualTo("paused");
        Configuration configuration = configurations.getConfiguration(Busy.COMPONENT, "?");
        try {
            configuration.update(Dictionaries.dictionaryOf("rivet.actionTimeout", 100L));
            // the component comes anew, and its actors with it
            Await.until("the configured time limit", () -> client.call(Busy.TYPE, key, "pause", 2_000L).code().equals(TIMED_OUT));
            assertThat(client.call(Busy.TYPE, key, "begun").number()).isGreaterThanOrEqualTo(2);
        } finally {
            configuration.delete();
        }
        Await.until("the time limit of the code", () -> client.call(Busy.TYPE, key, "pause", 200L).code().equals("ok"));
    }

    @Test
    void anUnacceptableOptionIsShownWithItsTypeAndHarmsNothingElse() throws Exception {
        context.registerService(ActorFactory.class, new Plain.Factory("good"), Plain.properties("itest.good", Map.of()));
        assertThat(client.call("itest.good", key, "add", 1L).number()).isEqualTo(1);
        ServiceRegistration<ActorFactory> bad = context.registerService(ActorFactory.class, new Plain.Factory("bad"),
            Plain.properties("itest.bad", Map.of("rivet.actionTimeout", -5L)));

        assertThat(type("itest.bad").orElseThrow().factories()).isEmpty();
        assertThat(type("itest.bad").orElseThrow().error()).hasValueSatisfying(error -> assertThat(error)
            .contains("rivet.actionTimeout").contains("-5").contains(context.getBundle().getSymbolicName()));
        assertThat(type("itest.good").orElseThrow().error()).isEmpty();
        assertThat(client.call("itest.good", key, "add", 1L).number()).isEqualTo(2);

        // a good factory of the same type works beside it, and a bad one can be put right in place
        ServiceRegistration<ActorFactory> other = context.registerService(ActorFactory.class, new Plain.Factory("other"), Plain.properties("itest.bad", Map.of()));
        assertThat(client.call("itest.bad", key, "code").text()).isEqualTo("other");
        assertThat(type("itest.bad").orElseThrow().error()).isPresent();
        bad.setProperties(Plain.properties("itest.bad", Map.of("rivet.actionTimeout", 5_000L)));
        assertThat(type("itest.bad").orElseThrow().error()).isEmpty();
        other.unregister();
        assertThat(client.call("itest.bad", key, "code").text()).isEqualTo("bad");
    }

    @Test
    void aConfiguredOptionThatIsUnacceptableIsShownAndCanBeTakenBack() throws Exception {
        ActorBundle.of("itest.busy", "1.0.0", "busy").start(context);
        assertThat(client.call(Busy.TYPE, key, "pause", 1L).text()).isEqualTo("paused");
        Configuration configuration = configurations.getConfiguration(Busy.COMPONENT, "?");
        try {
            configuration.update(Dictionaries.dictionaryOf("rivet.durability", "perhaps"));
            Await.until("an error", () -> type(Busy.TYPE).orElseThrow().error().filter(error -> error.contains("perhaps")).isPresent());
        } finally {
            configuration.delete();
        }
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isEqualTo(1);
        assertThat(type(Busy.TYPE).orElseThrow().error()).isEmpty();
    }

    @Test
    void aFactoryWithoutATypeIsLeftAside() throws Exception {
        ServiceRegistration<ActorFactory> nameless = context.registerService(ActorFactory.class, new Plain.Factory("nameless"), Dictionaries.dictionaryOf());
        context.registerService(ActorFactory.class, new Plain.Factory("good"), Plain.properties("itest.good", Map.of()));
        assertThat(client.call("itest.good", key, "code").text()).isEqualTo("good");
        nameless.unregister();
    }
}
