package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.apache.felix.service.command.Converter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.inspect.ActorInfo;
import rivet.inspect.StateInfo;
import rivet.inspect.StuckTurn;
import rivet.inspect.TypeInfo;

class RecordConverterTest {

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void anActorIsItsFieldsARowOrItsId() {
        ActorInfo actor = Samples.awake(Samples.id("abc"), "counter", "a");
        assertThat(terminal.session.format(actor, Converter.INSPECT).toString()).startsWith("id            abc0").contains("\nbusy ");
        assertThat(terminal.session.format(actor, Converter.LINE))
            .hasToString("abc000000000  counter               a                             running        7      4    1d");
        assertThat(terminal.session.format(actor, Converter.PART)).hasToString(Samples.id("abc"));
    }

    @Test
    void whatIsPrintedAsPartIsTakenBack() {
        ActorInfo actor = Samples.awake(Samples.id("abc"), "counter", "a");
        TypeInfo type = Samples.type("counter");
        platform.add(actor).types.add(type);
        assertThat(terminal.session.convert(ActorInfo.class, terminal.session.format(actor, Converter.PART))).isEqualTo(actor);
        assertThat(terminal.session.convert(TypeInfo.class, terminal.session.format(type, Converter.PART))).isEqualTo(type);
        assertThat(terminal.session.convert(String.class, actor)).isEqualTo(actor.id());
    }

    @Test
    void aTypeAndATurnHaveTheirRows() {
        StuckTurn turn = new StuckTurn(Samples.id("abc"), "counter", "action spin", 12_345, true, "actor-1",
            List.of("a.B.c(B.java:1)"));
        assertThat(terminal.session.format(turn, Converter.LINE))
            .hasToString("abc000000000  counter             action spin               12s  abandoned  actor-1");
        assertThat(terminal.session.format(turn, Converter.INSPECT).toString()).startsWith("actor         abc0")
            .endsWith("\n    a.B.c(B.java:1)");
        assertThat(terminal.session.format(turn, Converter.PART)).hasToString(turn.actorId());
        assertThat(terminal.session.format(Samples.type("counter"), Converter.LINE))
            .hasToString("counter                 -                           -                         0  no factory");
    }

    @Test
    void valuesAreJsonOnOneLineOrMore() {
        for (Object value : List.of(new Json(Map.of("a", 1)), new StateInfo(Map.of("a", 1), true, true))) {
            assertThat(terminal.session.format(value, Converter.INSPECT)).hasToString("{\n  \"a\": 1\n}");
            assertThat(terminal.session.format(value, Converter.LINE)).hasToString("{\"a\":1}");
            assertThat(terminal.session.format(value, Converter.PART)).hasToString("{\"a\":1}");
        }
    }

    @Test
    void leavesOtherThingsToOthers() {
        assertThat(terminal.session.format(List.of(1, 2), Converter.LINE)).hasToString("[1, 2]");
        assertThat(terminal.session.convert(String.class, 5)).isEqualTo("5");
    }

    @Test
    void noRowIsWiderThanATable() {
        ActorInfo wide = Samples.awake("0".repeat(30), "t".repeat(99), "k".repeat(99));
        ActorInfo elsewhere = Samples.sleeping(wide.id(), "n".repeat(99), wide.type(), wide.key());
        TypeInfo type = Samples.type("t".repeat(99), new TypeInfo.FactoryInfo("b".repeat(99), "v".repeat(99), 0, 0, 0));
        StuckTurn turn = new StuckTurn(wide.id(), wide.type(), "w".repeat(99), 99, true, "x".repeat(99), List.of("s".repeat(999)));
        List<String> tables = List.of(ActorText.line(wide, Samples.NOON), TypeText.line(type), TurnText.line(turn),
            ActorText.list(List.of(wide), Samples.NOON).text(), ActorText.list(List.of(elsewhere), Samples.NOON).text(),
            ActorText.load(List.of(wide)).text(), ActorText.outcome(List.of(wide), "destroyed").text(), TypeText.list(List.of(type)).text(),
            TurnText.list(List.of(turn)).text());
        assertThat(tables).flatExtracting(text -> text.lines().toList()).allMatch(line -> line.length() <= Table.WIDTH);
    }
}
