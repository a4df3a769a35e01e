package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;

import rivet.actor.ActorFactory;
import rivet.inspect.TypeInfo;
import rivet.test.itest.actors.counter.Counter;

/** Two factories of one type: bundle version, then ranking, then age; both orders of coming and going. */
class FactoriesTest extends InContainer {

    private static final String TYPE = Counter.TYPE;

    private ServiceRegistration<ActorFactory> register(Plain.Factory factory, String type, Map<String, Object> properties) {
        return context.registerService(ActorFactory.class, factory, Plain.properties(type, properties));
    }

    private String code(String actorKey) throws Exception {
        return client.call(TYPE, actorKey, "code").text();
    }

    @Test
    void aFactoryMadeByHandStandsBesideAComponent() throws Exception {
        Plain.Factory byHand = new Plain.Factory("by hand");
        register(byHand, "itest.plain", Map.of());
        ActorBundle.of("itest.component", "1.0.0", "counter").start(context);

        assertThat(client.call("itest.plain", key, "add", 2L).number()).isEqualTo(2);
        assertThat(client.call("itest.plain", key, "code").text()).isEqualTo("by hand");
        assertThat(client.call(TYPE, key, "add", 3L).number()).isEqualTo(3);
        assertThat(code(key)).isEqualTo("itest.component 1.0.0");
        assertThat(byHand.instances()).isEqualTo(1);

        TypeInfo plain = type("itest.plain").orElseThrow();
        assertThat(plain.factories()).hasSize(1);
        assertThat(plain.factories().getFirst().bundle()).isEqualTo(context.getBundle().getSymbolicName());
        assertThat(plain.actions()).containsExactly("add", "code", "pause");
        assertThat(type(TYPE).orElseThrow().factories()).extracting(TypeInfo.FactoryInfo::bundle, TypeInfo.FactoryInfo::version, TypeInfo.FactoryInfo::awake)
            .containsExactly(tuple("itest.component", "1.0.0", 1));
    }

    @Test
    void theHighestBundleVersionIsBestWhateverCameFirst() throws Exception {
        // 0.1.0 of this bundle, with a ranking that does not help it
        register(new Plain.Factory("by hand"), TYPE, Map.of(Constants.SERVICE_RANKING, 1_000));
        assertThat(code("first" + key)).isEqualTo("by hand");
        ActorBundle.of("itest.b", "2.0.0", "counter").start(context);
        ActorBundle.of("itest.a", "1.9.9", "counter").start(context);
        ActorBundle.of("itest.c", "1.10.0", "counter").start(context);

        assertThat(type(TYPE).orElseThrow().factories()).extracting(TypeInfo.FactoryInfo::version)
            .containsExactly("2.0.0", "1.10.0", "1.9.9", context.getBundle().getVersion().toString());
        assertThat(code(key)).isEqualTo("itest.b 2.0.0");
        Await.until("the actor that was awake runs it as well", () -> code("first" + key).equals("itest.b 2.0.0"));
    }

    @Test
    void atEqualVersionsTheHighestRankingIsBestThenTheOldest() throws Exception {
        register(new Plain.Factory("older"), TYPE, Map.of());
        register(new Plain.Factory("younger"), TYPE, Map.of());
        assertThat(code("a" + key)).isEqualTo("older");
        ServiceRegistration<ActorFactory> ranked = register(new Plain.Factory("ranked"), TYPE, Map.of(Constants.SERVICE_RANKING, 7));
        assertThat(code("b" + key)).isEqualTo("ranked");
        assertThat(type(TYPE).orElseThrow().factories()).extracting(TypeInfo.FactoryInfo::ranking).containsExactly(7, 0, 0);

        ranked.setProperties(Plain.properties(TYPE, Map.of(Constants.SERVICE_RANKING, -7)));
        assertThat(code("c" + key)).isEqualTo("older");
        // its properties were changed: it is another factory now, and what ran on it starts anew on the best
        assertThat(code("b" + key)).isEqualTo("older");
    }

    @Test
    void newBeforeOldLeavesNoMomentWithoutCode() throws Exception {
        Bundle old = ActorBundle.of("itest.old", "1.0.0", "counter").start(context);
        assertThat(client.call(TYPE, key, "add", 5L).number()).isEqualTo(5);
        ActorBundle.of("itest.new", "1.1.0", "richcounter").start(context);
        assertThat(client.call(TYPE, key, "add", 1L).number()).isEqualTo(6);
        Await.until("the actor is moved", () -> type(TYPE).orElseThrow().factories().getFirst().awake() == 1);
        assertThat(client.call(TYPE, key, "count.double").number()).isEqualTo(12);
        old.stop();
        assertThat(client.call(TYPE, key, "count.double").number()).isEqualTo(24);
        assertThat(type(TYPE).orElseThrow().factories()).extracting(TypeInfo.FactoryInfo::bundle).containsExactly("itest.new");
        assertThat(type(TYPE).orElseThrow().awake()).isEqualTo(1);
    }

    @Test
    void oldBeforeNewHoldsTheCallersMeanwhile() throws Exception {
        Bundle old = ActorBundle.of("itest.old", "1.1.0", "counter").start(context);
        assertThat(client.call(TYPE, key, "add", 5L).number()).isEqualTo(5);
        old.stop();
        var held = client.send(TYPE, key, "add", 1L);
        Await.until("a caller that waits", () -> !held.isDone() && type(TYPE).orElseThrow().awake() == 1);
        assertThat(type(TYPE).orElseThrow().factories()).isEmpty();
        // an older version is as good, where there is none other
        ActorBundle.of("itest.new", "1.0.0", "counter").start(context);
        assertThat(held.get().number()).isEqualTo(6);
        assertThat(code(key)).isEqualTo("itest.new 1.0.0");
    }

    @Test
    void aWorseFactoryThatGoesIsNotMissed() throws Exception {
        Bundle worse = ActorBundle.of("itest.worse", "1.0.0", "counter").start(context);
        ActorBundle.of("itest.better", "2.0.0", "counter").start(context);
        client.call(TYPE, key, "add", 1L);
        worse.stop();
        assertThat(client.call(TYPE, key, "sinceStart").number()).isEqualTo(1);
        assertThat(type(TYPE).orElseThrow().factories()).extracting(TypeInfo.FactoryInfo::bundle).containsExactly("itest.better");
    }
}
