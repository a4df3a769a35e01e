package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.test.common.annotation.InjectService;

import rivet.test.itest.actors.busy.Busy;
import rivet.test.itest.actors.counter.Counter;

/** The shell commands, as somebody types them, against the running platform. */
class ShellTest extends InContainer {

    @InjectService(timeout = 10_000)
    CommandProcessor shell;

    // one for each component that has commands
    @InjectService(filter = "(&(osgi.command.scope=rivet)(osgi.command.function=types))", service = InjectService.AnyService.class, timeout = 10_000)
    Object typeCommands;
    @InjectService(filter = "(&(osgi.command.scope=rivet)(osgi.command.function=actors))", service = InjectService.AnyService.class, timeout = 10_000)
    Object actorCommands;
    @InjectService(filter = "(&(osgi.command.scope=rivet)(osgi.command.function=call))", service = InjectService.AnyService.class, timeout = 10_000)
    Object callCommands;
    @InjectService(filter = "(&(osgi.command.scope=rivet)(osgi.command.function=top))", service = InjectService.AnyService.class, timeout = 10_000)
    Object loadCommands;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private CommandSession session;

    @BeforeEach
    void open() throws Exception {
        // log lines go to the error stream of whoever typed the command
        session = shell.createSession(new ByteArrayInputStream(new byte[0]), new PrintStream(printed, true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream()));
        ActorBundle.of("itest.shell", "1.2.3", "counter", "busy").start(context);
    }

    @AfterEach
    void close() {
        session.close();
    }

    /** Types a line; returns what the shell would print. */
    private String typed(String format, Object... arguments) throws Exception {
        printed.reset();
        Object result = session.execute(String.format(format, arguments));
        return printed.toString(StandardCharsets.UTF_8) + (result == null ? "" : session.format(result, Converter.INSPECT));
    }

    private String id() throws Exception {
        return actor(Counter.TYPE, key).id();
    }

    /** Tables show the beginning of an id. */
    private String shortId() throws Exception {
        return id().substring(0, 12);
    }

    /** Tables cut long keys. */
    private String shortKey() {
        return key.substring(0, 18);
    }

    @Test
    void typesListsTheTypesWithTheirBundles() throws Exception {
        assertThat(typed("rivet:types")).containsPattern("(?m)^itest\\.counter +itest\\.shell +1\\.2\\.3 +0 +ok$").contains("itest.busy");
        assertThat(typed("rivet:types itest.counter")).contains("itest.counter", "itest.shell", "1.2.3");
        client.call(Counter.TYPE, key, "get");
        assertThat(typed("rivet:types itest.counter")).as("its actions, known once there was an instance").contains("sinceStart", "add");
        assertThatThrownBy(() -> typed("rivet:types nothing.such")).hasMessageContaining("actor.not_registered").hasMessageContaining("nothing.such");
    }

    @Test
    void anActorIsCreatedCalledPutToSleepAndDestroyed() throws Exception {
        assertThat(typed("rivet:create itest.counter %s", key)).contains("itest.counter", key, id());
        assertThat(typed("rivet:create itest.counter %s", key)).as("the one that is there").contains(id());
        assertThat(typed("rivet:call itest.counter/%s add 5", key)).isEqualToIgnoringNewLines("5");
        assertThat(typed("rivet:call %s step '{\"by\": 2, \"label\": \"x\"}'", id())).contains("\"count\": 7").contains("\"label\": \"x\"");
        assertThat(typed("rivet:call %s code", id())).contains("\"itest.shell 1.2.3\"");
        assertThatThrownBy(() -> typed("rivet:call %s nothing", id())).hasMessageContaining("actor.action_not_found");
        assertThatThrownBy(() -> typed("rivet:call %s add word", id())).hasMessageContaining("actor.validation_error");
        assertThat(typed("rivet:state %s", id())).contains("\"count\": 7");

        assertThat(typed("rivet:sleep %s", id())).contains("sleeping", shortId());
        assertThat(typed("rivet:actor %s", id())).contains("sleeping", "itest.counter", key);
        int generation = actor(Counter.TYPE, key).generation();
        assertThat(typed("rivet:state %s", id())).as("state of an actor that sleeps").contains("\"count\": 7").contains("SLEEP");
        assertThat(actor(Counter.TYPE, key).generation()).as("generation: state does not wake it").isEqualTo(generation);
        assertThat(typed("rivet:call %s get", id())).isEqualToIgnoringNewLines("7");
        assertThat(typed("rivet:actor %s", id())).contains("running", "itest.shell 1.2.3");

        String id = id();
        assertThat(typed("rivet:destroy %s", id)).contains("destroyed", id.substring(0, 12));
        assertThatThrownBy(() -> typed("rivet:actor itest.counter/%s", key)).hasMessageContaining("actor.not_found");
        assertThat(typed("rivet:create itest.counter %s", key)).as("another one under the key").doesNotContain(id);
        assertThat(typed("rivet:call itest.counter/%s get", key)).isEqualToIgnoringNewLines("0");
    }

    @Test
    void actorsAreListed() throws Exception {
        client.call(Counter.TYPE, key, "get");
        client.call(Busy.TYPE, key, "begun");
        assertThat(typed("rivet:actors -t itest.counter -l 5")).contains(shortKey(), shortId()).doesNotContain("itest.busy");
        assertThat(typed("rivet:actors -n default")).contains(shortKey(), "itest.busy", "itest.counter");
        assertThat(typed("rivet:actors -n elsewhere")).doesNotContain(shortKey());
        assertThatThrownBy(() -> typed("rivet:actors -l 0")).hasMessageContaining("1 to 1000");
        // a listing can be piped
        assertThat(typed("rivet:actors -t itest.counter -l 5 | grep %s", shortKey())).contains(shortKey()).doesNotContain("STATUS");
    }

    @Test
    void anActorThatIsBusyIsSeen() throws Exception {
        client.call(Busy.TYPE, key, "begun");
        var spinning = client.send(Busy.TYPE, key, "spin", 2_500L);
        Await.until("a turn that runs too long", () -> !inspection().stuck().isEmpty());
        assertThat(typed("rivet:stuck")).contains("action spin", "Busy.spin", Busy.TYPE);
        spinning.get();
        assertThat(typed("rivet:top -l 3")).contains(Busy.TYPE, shortKey());
        Await.until("no such turn any more", () -> inspection().stuck().isEmpty());
        assertThat(typed("rivet:stuck")).doesNotContain("spin");
    }

    @Test
    void everyCommandHasItsHelp() throws Exception {
        for (String command : new String[] { "types", "actors", "actor", "create", "call", "state", "sleep", "destroy", "top", "stuck" }) {
            assertThat(typed("help rivet:%s", command)).as("help of %s", command).containsPattern("(?m)^" + command + " - \\w").contains("scope: rivet");
        }
    }
}
