package rivet.inspector.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.actor.ScheduleKind;
import rivet.error.RivetException;
import rivet.inspect.NewSchedule;

/** How the page's requests are read, and who answers them. */
class CallTest {

    private static Call call(String method, String path, String query, String body) {
        return Call.of(method, path, query, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void takesARequestApart() {
        Call call = call("GET", "/actors/a%2Fb+c/state", "text=x%20y+z&text=2&limit=7&empty=", "");
        assertThat(call.path()).containsExactly("actors", "a/b+c", "state");
        assertThat(call.given("text")).contains("x y z");
        assertThat(call.given("empty")).isEmpty();
        assertThat(call.number("limit", 1, 5)).isEqualTo(5);
        assertThat(call.number("other", 3, 5)).isEqualTo(3);
        assertThatThrownBy(() -> call("GET", "/a", "limit=-1", "").number("limit", 1, 5)).isInstanceOf(RivetException.class);
        assertThatThrownBy(() -> call("GET", "/%zz", null, "")).isInstanceOf(RivetException.class);
    }

    @Test
    void readsABody() {
        Call call = call("POST", "/x", null, "{\"name\":\"a\",\"args\":[1,null]}");
        assertThat(call.text("name")).isEqualTo("a");
        assertThat(call.list("args")).containsExactly(1, null);
        assertThat(call.list("nothing")).isEmpty();
        assertThatThrownBy(() -> call.text("args")).isInstanceOf(RivetException.class);
        assertThatThrownBy(() -> call.list("name")).isInstanceOf(RivetException.class);
        for (String bad : List.of("", "[]", "{", "1")) {
            assertThatThrownBy(() -> call("POST", "/x", null, bad).object()).isInstanceOf(RivetException.class);
        }
    }

    @Test
    void readsWishes() {
        assertThat(Wishes.schedule(Map.of("kind", "at", "at", 5_000, "action", "a", "args", List.of(1))))
            .isEqualTo(new NewSchedule.At(Instant.ofEpochMilli(5_000), "a", List.of(1)));
        assertThat(Wishes.schedule(Map.of("kind", "every", "name", "n", "interval", 60_000, "action", "a")))
            .isEqualTo(new NewSchedule.Every("n", Duration.ofMinutes(1), "a", List.of(), OptionalInt.empty()));
        assertThat(Wishes.schedule(Map.of("kind", "cron", "name", "n", "expression", "0 3 * * *", "action", "a")))
            .isEqualTo(new NewSchedule.Cron("n", "0 3 * * *", "UTC", "a", List.of(), OptionalInt.empty()));
        for (Map<String, Object> bad : List.<Map<String, Object>> of(Map.of("kind", "at", "action", "a"), Map.of("kind", "every", "interval", 1, "action", "a"),
            Map.of("kind", "x", "action", "a"), Map.of("kind", "at", "at", 1))) {
            assertThatThrownBy(() -> Wishes.schedule(bad)).isInstanceOf(RivetException.class);
        }
        assertThat(Wishes.kind(call("DELETE", "/x", "kind=every", ""))).isEqualTo(ScheduleKind.EVERY);
        assertThatThrownBy(() -> Wishes.kind(call("DELETE", "/x", "kind=never", ""))).isInstanceOf(RivetException.class);
    }

    @Test
    void theRouteThatFitsAnswers() {
        Routes routes = new Routes().add("GET actors/*", call -> CompletableFuture.completedStage("one " + call.path().get(1)))
            .add("GET actors", call -> CompletableFuture.completedStage("all")).add("DELETE actors/*", call -> CompletableFuture.completedStage("gone"));
        assertThat(routes.answer(call("GET", "/actors/", null, "")).toCompletableFuture().join()).isEqualTo("all");
        assertThat(routes.answer(call("GET", "/actors/7", null, "")).toCompletableFuture().join()).isEqualTo("one 7");
        assertThat(routes.answer(call("DELETE", "/actors/7", null, "")).toCompletableFuture().join()).isEqualTo("gone");
        assertThatThrownBy(() -> routes.answer(call("POST", "/actors/7", null, ""))).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.status()).isEqualTo(404));
    }
}
