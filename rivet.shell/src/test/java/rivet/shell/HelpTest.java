package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;

import org.apache.felix.service.command.Descriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HelpTest {

    private final Terminal terminal = new Terminal(new MemoryInspection());

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void everyCommandAndParameterIsDescribed() {
        for (Object commands : terminal.commands) {
            for (Method method : commands.getClass().getDeclaredMethods()) {
                if (method.isAnnotationPresent(Descriptor.class)) {
                    assertThat(Arrays.asList(method.getParameters())).as(method.toString())
                        .allMatch((Parameter parameter) -> parameter.isAnnotationPresent(Descriptor.class));
                }
            }
        }
    }

    @Test
    void listsTheCommands() throws Exception {
        assertThat(terminal.run("help").lines().filter(line -> line.startsWith("rivet:"))).containsExactly("rivet:actor", "rivet:actors",
            "rivet:call", "rivet:conns", "rivet:create", "rivet:destroy", "rivet:export", "rivet:history", "rivet:queue", "rivet:rollout", "rivet:schedule",
            "rivet:sleep", "rivet:sql", "rivet:state", "rivet:stuck", "rivet:tail", "rivet:token", "rivet:top",
            "rivet:types", "rivet:versions");
    }

    /** Java has no method called import, and help knows none of another name: what it is for is said where the file comes from. */
    @Test
    void saysHowToImport() throws Exception {
        assertThat(terminal.run("help rivet:export")).contains("rivet:import [-n NAMESPACE] FILE [KEY...]");
    }

    @Test
    void saysHowToListActors() throws Exception {
        assertThat(terminal.run("help rivet:actors").strip()).isEqualTo("""
            actors - list actors, awake or not, newest first
               scope: rivet
               options:
                  -l, --limit   at most so many, 1 to 1000 (50) [optional]
                  -n, --namespace   of this namespace only [optional]
                  -t, --type   of this type only [optional]""");
    }

    @Test
    void saysHowToCall() throws Exception {
        assertThat(terminal.run("help rivet:call")).contains("the actor: its id, the beginning of it, or TYPE/KEY,KEY",
            "all arguments as '[\"a\", 1]', or the first one: JSON in single quotes, a number, true, false, null, or a word");
    }
}
