package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.UserError;
import rivet.error.ErrorCode;
import rivet.inspect.StateInfo;
import rivet.value.Undefined;

class CallCommandsTest {

    private static final String ABC = Samples.id("abc");

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);
    private final List<Object> received = new ArrayList<>();

    @BeforeEach
    void actor() {
        platform.add(Samples.awake(ABC, "counter", "a"));
        platform.action = (name, arguments) -> {
            received.addAll(arguments);
            return Undefined.UNDEFINED;
        };
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        5                       | [5]
        -5                      | [-5]
        5.5                     | [5.5]
        4294967296              | [4294967296]
        bob                     | ["bob"]
        "hello world"           | ["hello world"]
        lobby,main              | ["lobby,main"]
        true false null         | [true,false,null]
        null                    | [null]
        '"5"'                   | ["5"]
        '5'                     | [5]
        '007x'                  | ["007x"]
        ''                      | [""]
        '["bob","hi"]'          | ["bob","hi"]
        "[\\"bob\\",\\"hi\\"]"  | ["bob","hi"]
        ["bob","hi"]            | ["bob","hi"]
        ["bob", "hi"]           | ["bob","hi"]
        [1,"x"]                 | [1,"x"]
        [1 2]                   | [1,2]
        ["bob" "hello, world"]  | ["bob","hello, world"]
        ["5" 5]                 | ["5",5]
        [true x 2.5]            | [true,"x",2.5]
        [a=1 b=x]               | [{"a":1,"b":"x"}]
        [[1 2] [3]]             | [[1,2],[3]]
        '[[1,2]]'               | [[1,2]]
        '[1,2]' 3               | [[1,2],3]
        [1 2] 3                 | [[1,2],3]
        []                      | []
        '[]'                    | []
        '{"a":{"b":[1,null]}}'  | [{"a":{"b":[1,null]}}]
        {"a":1}                 | [{"a":1}]
        {"a":1,"b":2}           | [{"a":1,"b":2}]
        {"a": "x y", "b": 2}    | [{"a":"x y","b":2}]
        [{"a":1},{"b":2}]       | [{"a":1},{"b":2}]
        1 '{"a":1}' x           | [1,{"a":1},"x"]
        '["$BigInt","5"]'       | [["$BigInt","5"]]
        """)
    void takesWhatAUserTypes(String typed, String arguments) throws Exception {
        assertThat(terminal.run("rivet:call abc send " + typed)).isEqualTo("undefined");
        assertThat(JsonText.compact(received)).isEqualTo(arguments);
    }

    @Test
    void makesPlainValues() throws Exception {
        terminal.run("rivet:call abc send 5 4294967296 5.5 '[\"$BigInt\",\"5\"]' [a=1]");
        assertThat(received).containsExactly(5, 4_294_967_296L, 5.5, BigInteger.valueOf(5), Map.of("a", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = { "'{\"a\":'", "'[1,2'", "'\"x'", "\"[1] 2\"", "1 [\"a\",\"b\"]", "{\"a\":1,\"b\":2} 5", "{ a }", "{a:1}",
        "'[\"$BigInt\",\"x\"]'", "(rivet:call abc send [\"a\",\"b\"])", "{ rivet:call abc send [\"a\",\"b\"] }" })
    void refusesWhatIsNotClear(String typed) {
        assertThat(terminal.fail("rivet:call abc send " + typed)).startsWith("validation.invalid_input: Invalid input: ")
            .endsWith("put JSON into single quotes, as in '[\"a\", 1]', for the shell takes quotes, commas and braces for its own");
        assertThat(platform.commands).isEmpty();
    }

    @Test
    void callsWithoutArguments() throws Exception {
        platform.action = (name, arguments) -> name + arguments;
        assertThat(terminal.run("rivet:call counter/a get")).isEqualTo("\"get[]\"");
        assertThat(platform.commands).containsExactly("call " + ABC + " get");
    }

    @Test
    void printsTheResultAsJson() throws Exception {
        platform.action = (name, arguments) -> Map.of("total", arguments);
        assertThat(terminal.run("rivet:call abc add 1 2")).isEqualTo("""
            {
              "total": [1, 2]
            }""");
    }

    @Test
    void handsResultsOn() throws Exception {
        platform.action = (name, arguments) -> name.equals("get") ? List.of("a, b", 5) : arguments;
        platform.states.put(ABC, new StateInfo(Map.of("n", 5), true, true));
        terminal.run("x = (rivet:call abc get)");
        assertThat(terminal.run("rivet:call abc echo $x 6")).isEqualTo("[[\"a, b\", 5], 6]");
        assertThat(terminal.run("rivet:call abc echo (rivet:state abc) (rivet:actor abc)")).isEqualTo("""
            [{
              "n": 5
            }, "%s"]""".formatted(ABC));
    }

    @Test
    void takesJsonInFrontOfAPipe() throws Exception {
        platform.action = (name, arguments) -> arguments;
        assertThat(terminal.run("rivet:call abc echo [\"a\",\"b\"] | rivet:types")).isEqualTo("no actor types");
        assertThat(platform.commands).hasSize(1);
    }

    @Test
    void printsTheErrorOfTheAction() {
        platform.action = (name, arguments) -> {
            throw new UserError("no more than 5\u001b[2J", "too_many");
        };
        assertThat(terminal.fail("rivet:call abc add 6")).isEqualTo("user.too_many: no more than 5\\u001b[2J");
        platform.action = (name, arguments) -> {
            throw ErrorCode.ACTOR_ACTION_NOT_FOUND.error("name", name);
        };
        assertThat(terminal.fail("rivet:call abc nothing")).isEqualTo("actor.action_not_found: Action `nothing` was not found.");
        platform.action = (name, arguments) -> {
            throw new IllegalStateException("boom");
        };
        assertThat(terminal.fail("rivet:call abc add 6")).isEqualTo("core.internal_error: java.lang.IllegalStateException: boom");
    }

    @Test
    void printsState() throws Exception {
        platform.states.put(ABC, new StateInfo(Map.of("count", 5), true, false));
        assertThat(terminal.run("rivet:state abc")).isEqualTo("""
            {
              "count": 5
            }""");
        platform.states.put(ABC, new StateInfo(null, true, false));
        assertThat(terminal.run("rivet:state abc")).isEqualTo("null");
        platform.states.put(ABC, new StateInfo(null, false, false));
        assertThat(terminal.fail("rivet:state abc")).isEqualTo("actor.state_not_enabled: This actor has no state.");
    }

    @Test
    void doesNotWaitForEver() throws Exception {
        platform.doing = new CompletableFuture<>();
        CompletableFuture<String> failure = CompletableFuture.supplyAsync(() -> terminal.fail("rivet:call abc get"));
        terminal.timer.awaitSet(2); // the id, the call
        terminal.timer.ring();
        assertThat(failure.get(10, TimeUnit.SECONDS))
            .isEqualTo("shell.timeout: no answer within 30s; what was asked for may still be done");
    }

    @Test
    void doesNotWaitForEverForAnIdEither() throws Exception {
        platform.looking = new CompletableFuture<>();
        CompletableFuture<String> failure = CompletableFuture.supplyAsync(() -> terminal.fail("rivet:state abc"));
        terminal.timer.awaitSet(1);
        terminal.timer.ring();
        assertThat(failure.get(10, TimeUnit.SECONDS)).startsWith("shell.timeout:");
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        platform.doing = new CompletableFuture<>();
        CompletableFuture<String> failure = CompletableFuture.supplyAsync(() -> terminal.fail("rivet:call abc get"));
        terminal.timer.awaitSet(2);
        terminal.session.foregroundJob().interrupt();
        failure.get(10, TimeUnit.SECONDS);
        terminal.timer.awaitCancelled(2);
        terminal.session.execute("rivet:types");
        assertThat(platform.commands).hasSize(1);
    }
}
