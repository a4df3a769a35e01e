package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.inspect.TypeInfo;
import rivet.inspect.TypeInfo.FactoryInfo;

class TypeCommandsTest {

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void listsEveryFactoryTheBestFirst() throws Exception {
        platform.types.add(Samples.type("counter", new FactoryInfo("rivet.demo", "0.2.0.202611301200", 0, 44, 3),
            new FactoryInfo("rivet.demo", "0.1.0", 0, 41, 12)));
        platform.types.add(Samples.type("chatRoom"));
        assertThat(terminal.run("rivet:types")).isEqualTo("""
            TYPE      BUNDLE      VERSION             AWAKE  STATE
            counter   rivet.demo  0.2.0.202611301200      3  ok
                      rivet.demo  0.1.0                  12
            chatRoom  -           -                       0  no factory""");
    }

    @Test
    void saysWhyATypeDoesNotWork() throws Exception {
        platform.types.add(new TypeInfo("broken", List.of(new FactoryInfo("rivet.demo", "1.0.0", 0, 45, 0)), 0, List.of(),
            Optional.of("no constructor\nthat fits")));
        assertThat(terminal.run("rivet:types")).endsWith("""
            broken  rivet.demo  1.0.0        0  error
                error: no constructor\\nthat fits""");
    }

    @Test
    void showsOneType() throws Exception {
        platform.types.add(Samples.type("counter", new FactoryInfo("rivet.demo", "0.2.0", 5, 44, 3)));
        assertThat(terminal.run("rivet:types counter")).isEqualTo("""
            type          counter
            state         ok
            awake         3
            actions       get increment
            factory       rivet.demo 0.2.0, ranking 5, service 44, awake 3""");
    }

    @Test
    void saysSoIfThereAreNone() throws Exception {
        assertThat(terminal.run("rivet:types")).isEqualTo("no actor types");
        assertThat(terminal.fail("rivet:types counter")).isEqualTo("actor.not_registered: Actor type 'counter' is not registered.");
    }
}
