package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.test.common.dictionary.Dictionaries;

import rivet.inspect.TypeInfo;
import rivet.test.itest.actors.wired.Fixed;
import rivet.test.itest.actors.wired.Swapping;

/** Services that actors refer to, and that come and go. */
class ReferencesTest extends InContainer {

    @SuppressWarnings("rawtypes")
    private ServiceRegistration<Supplier> greeting(String reference, String text, int ranking) {
        return context.registerService(Supplier.class, () -> text, Dictionaries.dictionaryOf("itest", reference, Constants.SERVICE_RANKING, ranking));
    }

    @Test
    void aDynamicReferenceThatBlinksDoesNotRestartTheActor() throws Exception {
        ActorBundle.of("itest.wired", "1.0.0", "wired").start(context);
        var hello = greeting("swapping", "hello", 0);
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("hello 1");
        int generation = actor(Swapping.TYPE, key).generation();

        hello.unregister();
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("nobody 2");
        greeting("swapping", "hi", 0);
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("hi 3");
        // greedy: a better one is taken at once
        var howdy = greeting("swapping", "howdy", 5);
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("howdy 4");
        howdy.unregister();
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("hi 5");
        assertThat(actor(Swapping.TYPE, key).generation()).isEqualTo(generation);
    }

    @Test
    void aStaticReferenceThatBlinksRestartsTheActorWithItsStateAndHoldsItsCallers() throws Exception {
        ActorBundle.of("itest.wired", "1.0.0", "wired").start(context);
        assertThat(type(Fixed.TYPE).map(TypeInfo::factories).orElse(List.of())).as("code of a component that lacks a service").isEmpty();
        var hello = greeting("fixed", "hello", 0);
        assertThat(client.call(Fixed.TYPE, key, "greet").text()).isEqualTo("hello 1 1");
        assertThat(client.call(Fixed.TYPE, key, "greet").text()).isEqualTo("hello 2 2");

        hello.unregister();
        CompletableFuture<Client.Reply> held = client.send(Fixed.TYPE, key, "greet");
        Await.until("a type without code", () -> type(Fixed.TYPE).orElseThrow().factories().isEmpty());
        // others notice nothing
        assertThat(client.call(Swapping.TYPE, key, "greet").text()).isEqualTo("nobody 1");
        assertThat(held).isNotDone();
        greeting("fixed", "hi", 0);
        assertThat(held.get(10, TimeUnit.SECONDS).text()).isEqualTo("hi 3 1");
    }

    @Test
    void aStaticReferenceThatBlinksAgainAndAgainLosesNothing() throws Exception {
        ActorBundle.of("itest.wired", "1.0.0", "wired").start(context);
        var service = greeting("fixed", "0", 0);
        long begun = System.nanoTime();
        for (int i = 1; i <= 20; i++) {
            service.unregister();
            CompletableFuture<Client.Reply> held = client.send(Fixed.TYPE, key, "greet");
            service = greeting("fixed", Integer.toString(i), 0);
            assertThat(held.get(10, TimeUnit.SECONDS).text()).isEqualTo(i + " " + i + " 1");
        }
        // nobody sat out the grace
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
        assertThat(client.call(Fixed.TYPE, key, "greet").text()).isEqualTo("20 21 2");
    }
}
