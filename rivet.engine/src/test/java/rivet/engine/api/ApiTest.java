package rivet.engine.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import rivet.engine.actor.Causes;
import rivet.engine.testing.Await;
import rivet.engine.testing.World;
import rivet.engine.web.Json;
import rivet.engine.web.Access;
import rivet.engine.web.Token;
import rivet.spi.engine.Hosting.TypeStatus;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.StopCause;

class ApiTest { // spec/wire.md 3

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;
    private World world;
    private Api api;
    private String authorization = "";

    private record Answer(int status, JsonNode body) {
        String text() {
            return status + " " + body;
        }
    }

    @BeforeEach
    void open() {
        world = new World(folder);
        api = new Api(world.actors(), Access.everybody(), world.time.millis());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Answer call(String method, String target) {
        return call(method, target, "", "");
    }

    private Answer call(String method, String target, String body) {
        return call(method, target, body, "application/json");
    }

    private Answer call(String method, String target, String body, String type) {
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        String query = question < 0 ? "" : target.substring(question + 1);
        HttpReply reply;
        try {
            reply = Await.get(api.handle(path, query, request(method, target, body, type), true));
        } catch (RuntimeException e) {
            reply = Json.reply(Causes.named(e));
        }
        assertThat(reply.headers()).containsEntry("content-type", List.of("application/json"));
        try {
            return new Answer(reply.status(), JSON.readTree(((HttpBody.Bytes) reply.body()).content()));
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    private HttpCall request(String method, String target, String body, String type) {
        return new HttpCall() {
            @Override
            public String method() {
                return method;
            }

            @Override
            public String target() {
                return target;
            }

            @Override
            public Optional<String> header(String name) {
                return switch (name) {
                    case "content-type" -> Optional.of(type).filter(value -> !value.isEmpty());
                    case "authorization" -> Optional.of(authorization).filter(value -> !value.isEmpty());
                    case "host" -> Optional.of("rivet.example:6420");
                    default -> Optional.empty();
                };
            }

            @Override
            public Map<String, List<String>> headers() {
                throw new UnsupportedOperationException();
            }

            @Override
            public HttpBody body() {
                return HttpBody.of(body.getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    private static String wish(String name, String key) {
        return "{\"name\":\"" + name + "\"," + (key == null ? "" : "\"key\":\"" + key + "\",")
            + "\"runner_name_selector\":\"default\",\"crash_policy\":\"sleep\"}";
    }

    private static void isError(Answer answer, int status, String code) {
        assertThat(answer.text()).startsWith(status + " ");
        assertThat(answer.body().get("group").asText() + "." + answer.body().get("code").asText()).isEqualTo(code);
        assertThat(answer.body().get("message").isTextual()).isTrue();
    }

    @Test
    void getOrCreateAnswersWithTheActor() throws Exception {
        Answer first = call("PUT", "/actors?namespace=default", wish("thing", "a\\\\/b/\\\\0"));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body().get("created").asBoolean()).isTrue();
        JsonNode actor = first.body().get("actor");
        assertThat(actor.fieldNames()).toIterable().containsExactly("actor_id", "name", "key", "namespace_id", "datacenter",
            "runner_name_selector", "crash_policy", "create_ts", "start_ts", "pending_allocation_ts", "connectable_ts", "sleep_ts",
            "reschedule_ts", "destroy_ts");
        assertThat(actor.get("actor_id").asText()).matches("[0-9a-z]{30}");
        assertThat(actor.get("name").asText()).isEqualTo("thing");
        assertThat(actor.get("key").asText()).isEqualTo("a\\/b/\\0");
        assertThat(actor.get("namespace_id").asText()).matches("[0-9a-z]{30}");
        assertThat(actor.get("datacenter").asText()).isEqualTo("default");
        assertThat(actor.get("runner_name_selector").asText()).isEqualTo("default");
        assertThat(actor.get("crash_policy").asText()).isEqualTo("sleep");
        assertThat(actor.get("create_ts").isIntegralNumber()).isTrue();
        assertThat(actor.get("destroy_ts").isNull()).isTrue();
        assertThat(world.host().nextStart().start().key()).containsExactly("a/b", "");
        Answer second = call("PUT", "/actors?namespace=default", wish("thing", "a\\\\/b/\\\\0"));
        assertThat(second.body().get("created").asBoolean()).isFalse();
        assertThat(second.body().get("actor").get("actor_id")).isEqualTo(actor.get("actor_id"));
    }

    @Test
    void createInsistsOnANewActor() throws Exception {
        String input = Base64.getEncoder().encodeToString(new byte[] {0x43, (byte) 0xfb, (byte) 0xef, 1});
        Answer first = call("POST", "/actors?namespace=default", "{\"name\":\"thing\",\"key\":\"a\",\"runner_name_selector\":\"blue\","
            + "\"crash_policy\":\"restart\",\"datacenter\":\"default\",\"input\":\"" + input + "\"}");
        assertThat(first.body().fieldNames()).toIterable().containsExactly("actor");
        assertThat(first.body().get("actor").get("runner_name_selector").asText()).isEqualTo("blue");
        assertThat(first.body().get("actor").get("crash_policy").asText()).isEqualTo("restart");
        assertThat(world.host().nextStart().start().input()).containsExactly(0x43, 0xfb, 0xef, 1);
        Answer second = call("POST", "/actors?namespace=default", wish("thing", "a"));
        isError(second, 400, "actor.duplicate_key");
        assertThat(second.body().get("metadata").get("existing_actor_id")).isEqualTo(first.body().get("actor").get("actor_id"));
        assertThat(second.body().get("metadata").get("key").asText()).isEqualTo("a");
        Answer keyless = call("POST", "/actors?namespace=default", wish("thing", null), "application/json; charset=utf-8");
        assertThat(keyless.body().get("actor").get("key").isNull()).isTrue();
        assertThat(call("POST", "/actors?namespace=default", wish("thing", null)).status()).isEqualTo(200);
    }

    @Test
    void theEmptyKeyIsAKey() {
        String id = call("PUT", "/actors?namespace=default", wish("thing", "/")).body().get("actor").get("actor_id").asText();
        assertThat(call("GET", "/actors?name=thing&key=%2F&namespace=default").body().get("actors").get(0).get("actor_id").asText()).isEqualTo(id);
        assertThat(call("GET", "/actors?name=thing&key=&namespace=default").body().get("actors")).hasSize(1);
    }

    static Stream<Arguments> refusals() {
        String fields = "\"runner_name_selector\":\"default\",\"crash_policy\":\"sleep\"";
        return Stream.of(
            Arguments.of("{\"name\":\"t\",\"key\":\"a\"," + fields + ",\"color\":1}", 400, "api.bad_request"),
            Arguments.of("{\"key\":\"a\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"\",\"key\":\"a\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":7,\"key\":\"a\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":null," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":[\"a\"]," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"crash_policy\":\"sleep\"}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"runner_name_selector\":\"default\"}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"runner_name_selector\":\"default\",\"crash_policy\":\"x\"}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"name\":\"t\",\"key\":\"a\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"input\":\"***\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"input\":\"mf8=\"," + fields + "}", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\"," + fields + "} x", 400, "api.bad_request"),
            Arguments.of("[]", 400, "api.bad_request"),
            Arguments.of("", 400, "api.bad_request"),
            Arguments.of("{", 400, "api.bad_request"),
            Arguments.of("{\"name\":\"t\",\"key\":\"\"," + fields + "}", 400, "actor.empty_key"),
            Arguments.of("{\"name\":\"t\",\"key\":\"" + "k".repeat(1_025) + "\"," + fields + "}", 400, "actor.key_too_large"),
            Arguments.of("{\"name\":\"t\",\"key\":\"" + "é".repeat(513) + "\"," + fields + "}", 400, "actor.key_too_large"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"input\":\"" + "AAAA".repeat(1_398_102) + "\"," + fields + "}", 400,
                "actor.input_too_large"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"input\":\"" + "AAAA".repeat(1_700_000) + "\"," + fields + "}", 413,
                "guard.invalid_request_body"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"datacenter\":\"mars\"," + fields + "}", 400, "datacenter.not_found"),
            Arguments.of("{\"name\":\"t\",\"key\":\"a\",\"runner_name_selector\":\"nopool\",\"crash_policy\":\"sleep\"}", 400,
                "actor.no_runner_config_configured"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatIsWrongWithAWishIsNamed(String body, int status, String code) {
        isError(call("PUT", "/actors?namespace=default", body), status, code);
    }

    @Test
    void aKeyOfTheGreatestLengthIsTaken() {
        assertThat(call("PUT", "/actors?namespace=default", wish("thing", "k".repeat(1_024))).status()).isEqualTo(200);
    }

    @Test
    void metadataSaysWhichPoolIsMissing() {
        Answer answer = call("PUT", "/actors?namespace=default", wish("t", "a").replace("default", "nopool"));
        assertThat(answer.body().get("metadata").toString()).isEqualTo("{\"namespace\":\"default\",\"pool_name\":\"nopool\"}");
    }

    @Test
    void aTypeThatNobodyEverSawIsNotRegistered() {
        world.host().type("nobody", TypeStatus.UNKNOWN);
        isError(call("PUT", "/actors?namespace=default", wish("nobody", "a")), 400, "actor.not_registered");
        isError(call("POST", "/actors?namespace=default", wish("nobody", null)), 400, "actor.not_registered");
    }

    @Test
    void findsByKeyByIdsAndByName() throws Exception {
        String a = world.create("a");
        String b = world.create("b");
        Answer byKey = call("GET", "/actors?name=thing&key=a&namespace=default");
        assertThat(byKey.body().get("actors")).hasSize(1);
        assertThat(byKey.body().get("actors").get(0).get("actor_id").asText()).isEqualTo(a);
        assertThat(byKey.body().get("pagination").get("cursor").isTextual()).isTrue();
        Answer none = call("GET", "/actors?name=thing&key=zz&namespace=default");
        assertThat(none.text()).isEqualTo("200 {\"actors\":[],\"pagination\":{\"cursor\":null}}");
        Answer byIds = call("GET", "/actors?actor_ids=" + b + "," + world.ids.get() + ",nonsense," + a + "&namespace=default");
        assertThat(byIds.body().get("actors")).extracting(actor -> actor.get("actor_id").asText()).containsExactly(b, a);
        assertThat(call("GET", "/actors?actor_id=" + a + "&actor_id=" + b + "&namespace=default").body().get("actors")).hasSize(2);
        Answer byName = call("GET", "/actors?name=thing&namespace=default&limit=1");
        assertThat(byName.body().get("actors")).extracting(actor -> actor.get("actor_id").asText()).containsExactly(b);
        String cursor = byName.body().get("pagination").get("cursor").asText();
        Answer next = call("GET", "/actors?name=thing&namespace=default&cursor=" + cursor);
        assertThat(next.body().get("actors")).extracting(actor -> actor.get("actor_id").asText()).containsExactly(a);
        assertThat(call("GET", "/actors?name=other&namespace=default").body().get("actors")).isEmpty();
    }

    @Test
    void destroyedActorsAreFoundByIdOnlyOrWhenAskedFor() throws Exception {
        String id = world.sleeping("a");
        Await.get(world.actors().destroyed(id));
        Answer byId = call("GET", "/actors?actor_ids=" + id + "&namespace=default");
        assertThat(byId.body().get("actors").get(0).get("destroy_ts").isIntegralNumber()).isTrue();
        assertThat(call("GET", "/actors?name=thing&key=a&namespace=default").body().get("actors")).isEmpty();
        assertThat(call("GET", "/actors?name=thing&namespace=default").body().get("actors")).isEmpty();
        assertThat(call("GET", "/actors?name=thing&namespace=default&include_destroyed=true").body().get("actors")).hasSize(1);
        assertThat(call("GET", "/actors?name=thing&key=a&namespace=default&include_destroyed=true").body().get("actors")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "/actors?key=a&namespace=default, validation.invalid_input",
        "/actors?namespace=default, validation.invalid_input",
        "/actors?actor_ids=x&namespace=default, validation.invalid_input",
        "/actors?actor_ids=&namespace=default, validation.invalid_input",
        "/actors?actor_ids=012345678901234567890123456789&name=x&namespace=default, validation.invalid_input",
        "/actors?name=x, api.bad_request",
        "/actors?name=x&namespace=, api.bad_request",
        "/actors?name=x&namespace=default&zz=1, api.bad_request",
        "/actors?name=x&name=y&namespace=default, api.bad_request",
        "/actors?name=x&namespace=default&limit=0, api.bad_request",
        "/actors?name=x&namespace=default&limit=x, api.bad_request",
        "/actors?name=x&namespace=default&cursor=x, api.bad_request",
        "/actors?name=x&namespace=default&include_destroyed=maybe, api.bad_request",
        "/actors?name=x&namespace=nowhere, namespace.not_found",
        "/actors?name=x&key=a&namespace=nowhere, namespace.not_found",
        "/actors?actor_ids=012345678901234567890123456789&namespace=nowhere, namespace.not_found",
        "/actors/names, api.bad_request",
        "/actors/names?namespace=nowhere, namespace.not_found",
        "/envoys, api.bad_request",
        "/envoys?namespace=nowhere, namespace.not_found",
        "/runner-configs, api.bad_request",
        "/runner-configs?namespace=nowhere, namespace.not_found",
        "/datacenters?zz=1, api.bad_request",
        "/namespaces?zz=1, api.bad_request",
        "/actors/nonsense/kv/keys/AA?namespace=default, api.bad_request",
    })
    void whatIsWrongWithAQuestionIsNamed(String target, String code) {
        isError(call("GET", target), 400, code);
    }

    @Test
    void atMostThirtyTwoIds() {
        isError(call("GET", "/actors?namespace=default&actor_ids=" + String.join(",", java.util.Collections.nCopies(33, world.ids.get()))), 400,
            "validation.invalid_input");
    }

    @ParameterizedTest
    @CsvSource({"GET, /nope", "GET, /", "GET, /actors/", "GET, /actors/a/b", "GET, /gateway", "PUT, /runner-configs/a/b", "GET, /ui", "GET, //actors"})
    void unknownPathsAreNotFound(String method, String path) {
        isError(call(method, path), 404, "api.not_found");
    }

    @ParameterizedTest
    @CsvSource({"DELETE, /actors", "PATCH, /actors", "POST, /actors/names", "GET, /actors/x", "GET, /actors/x/sleep", "POST, /metadata",
        "PUT, /namespaces", "POST, /datacenters", "GET, /runner-configs/default", "DELETE, /health", "TRACE, /envoys"})
    void otherMethodsAreNotAllowed(String method, String path) {
        isError(call(method, path), 405, "api.method_not_allowed");
    }

    @Test
    void aBodyMustSayThatItIsJson() {
        isError(call("PUT", "/actors?namespace=default", wish("thing", "a"), "text/plain"), 400, "api.bad_request");
        isError(call("PUT", "/actors?namespace=default", wish("thing", "a"), ""), 400, "api.bad_request");
        assertThat(call("PUT", "/actors?namespace=default", wish("thing", "a"), "APPLICATION/JSON;x=y").status()).isEqualTo(200);
    }

    @Test
    void deletesAndDeletesAgain() throws Exception {
        String id = world.running("a");
        world.host().gateStops(true);
        assertThat(call("DELETE", "/actors/" + id + "?namespace=default").text()).isEqualTo("200 {}");
        var stop = world.host().nextStop();
        assertThat(stop.cause()).isEqualTo(StopCause.DESTROY);
        assertThat(call("DELETE", "/actors/" + id + "?namespace=default").text()).isEqualTo("200 {}");
        stop.done().complete(null);
        Await.get(world.actors().destroyed(id));
        assertThat(call("DELETE", "/actors/" + id + "?namespace=default").text()).isEqualTo("200 {}");
        isError(call("DELETE", "/actors/nonsense?namespace=default"), 400, "api.bad_request");
        isError(call("DELETE", "/actors/" + world.ids.get() + "?namespace=default"), 404, "actor.not_found");
        isError(call("DELETE", "/actors/" + id), 400, "api.bad_request");
    }

    @Test
    void actorsOfOtherNamespacesAreNotThere() {
        String id = world.create("a");
        call("POST", "/namespaces", "{\"name\":\"other\"}");
        isError(call("DELETE", "/actors/" + id + "?namespace=other"), 404, "actor.not_found");
        assertThat(call("GET", "/actors?actor_ids=" + id + "&namespace=other").body().get("actors")).isEmpty();
        assertThat(call("GET", "/actors?name=thing&key=a&namespace=other").body().get("actors")).isEmpty();
    }

    @Test
    void putsToSleepAndReschedulesWithoutWaiting() throws Exception {
        String id = world.running("a");
        world.host().gateStops(true);
        assertThat(call("POST", "/actors/" + id + "/sleep?namespace=default", "{}").text()).isEqualTo("200 {}");
        var sleep = world.host().nextStop();
        assertThat(sleep.cause()).isEqualTo(StopCause.SLEEP_INTENT);
        sleep.done().complete(null);
        Await.until("it sleeps", () -> call("GET", "/actors?actor_ids=" + id + "&namespace=default").body().get("actors").get(0).get("sleep_ts")
            .isIntegralNumber());
        assertThat(call("POST", "/actors/" + id + "/reschedule?namespace=default", "{}").text()).isEqualTo("200 {}");
        assertThat(world.host().nextStart().start().generation()).isEqualTo(2);
        isError(call("POST", "/actors/" + id + "/sleep?namespace=default", "{\"x\":1}"), 400, "api.bad_request");
        isError(call("POST", "/actors/" + world.ids.get() + "/sleep?namespace=default", "{}"), 404, "actor.not_found");
    }

    @Test
    void anActorThatFailedSaysWhy() throws Exception {
        world.host().gateStarts(true);
        String id = world.create("a");
        world.host().nextStart().done().completeExceptionally(new IllegalStateException("no luck"));
        Await.until("it failed", () -> call("GET", "/actors?actor_ids=" + id + "&namespace=default").body().get("actors").get(0).has("error"));
        assertThat(call("GET", "/actors?name=thing&namespace=default").body().get("actors").get(0).get("error").get("crashed").get("message")
            .asText()).contains("core.internal_error");
    }

    @Test
    void keysOfActorsAreNotKeptHere() {
        isError(call("GET", "/actors/" + world.create("a") + "/kv/keys/AA%3D%3D?namespace=default"), 400, "actor.kv_key_not_found");
        isError(call("GET", "/actors/" + world.ids.get() + "/kv/keys/AA?namespace=default"), 404, "actor.not_found");
    }

    @Test
    void namesTypesThatHadActors() {
        world.create("a");
        Answer names = call("GET", "/actors/names?namespace=default");
        assertThat(names.text()).isEqualTo("200 {\"names\":{\"thing\":{\"metadata\":{}}},\"pagination\":{\"cursor\":\"thing\"}}");
        assertThat(call("GET", "/actors/names?namespace=default&cursor=thing&limit=5").body().get("names")).isEmpty();
    }

    @Test
    void namespacesAreListedAndCreated() {
        Answer first = call("GET", "/namespaces");
        assertThat(first.body().get("namespaces")).extracting(one -> one.get("name").asText()).containsExactly("default");
        Answer created = call("POST", "/namespaces", "{\"name\":\"team-1\",\"display_name\":\"Team One\"}");
        JsonNode namespace = created.body().get("namespace");
        assertThat(namespace.fieldNames()).toIterable().containsExactly("namespace_id", "name", "display_name", "create_ts");
        assertThat(namespace.get("display_name").asText()).isEqualTo("Team One");
        isError(call("POST", "/namespaces", "{\"name\":\"team-1\"}"), 400, "namespace.name_not_unique");
        isError(call("POST", "/namespaces", "{\"name\":\"a b\"}"), 400, "namespace.invalid_name");
        isError(call("POST", "/namespaces", "{}"), 400, "api.bad_request");
        assertThat(call("GET", "/namespaces?name=team-1").body().get("namespaces")).hasSize(1);
        assertThat(call("GET", "/namespaces?name=nobody").body().get("namespaces")).isEmpty();
        String id = namespace.get("namespace_id").asText();
        assertThat(call("GET", "/namespaces?namespace_id=" + id).body().get("namespaces")).hasSize(1);
        assertThat(call("GET", "/namespaces?namespace_ids=" + id + ",x").body().get("namespaces")).hasSize(1);
        Answer page = call("GET", "/namespaces?limit=1");
        assertThat(page.body().get("pagination").get("cursor").asText()).isEqualTo("default");
        assertThat(call("GET", "/namespaces?cursor=default").body().get("namespaces")).extracting(one -> one.get("name").asText())
            .containsExactly("team-1");
        assertThat(call("PUT", "/actors?namespace=team-1", wish("thing", "a")).status()).isEqualTo(200);
    }

    @Test
    void toolsFindOneRegionOneEnvoyAndThePools() {
        assertThat(call("GET", "/datacenters?namespace=default").text()).isEqualTo(
            "200 {\"datacenters\":[{\"label\":1,\"name\":\"default\",\"url\":\"http://rivet.example:6420\"}],\"pagination\":{\"cursor\":null}}");
        JsonNode envoys = call("GET", "/envoys?namespace=default").body().get("envoys");
        assertThat(envoys).hasSize(1);
        assertThat(envoys.get(0).get("pool_name").asText()).isEqualTo("default");
        assertThat(call("GET", "/envoys?namespace=default&name=other").body().get("envoys")).isEmpty();
        JsonNode configs = call("GET", "/runner-configs?namespace=default").body().get("runner_configs");
        assertThat(configs.fieldNames()).toIterable().containsExactly("default", "blue");
        assertThat(configs.get("default").get("datacenters").get("default").has("normal")).isTrue();
        assertThat(call("GET", "/runner-configs?namespace=default&runner_name=blue").body().get("runner_configs")).hasSize(1);
        String config = "{\"datacenters\":{\"default\":{\"normal\":{},\"drain_on_version_upgrade\":true}}}";
        assertThat(call("PUT", "/runner-configs/default?namespace=default", config).text()).isEqualTo("200 {\"endpoint_config_changed\":false}");
        isError(call("PUT", "/runner-configs/other?namespace=default", config), 400, "actor.no_runner_config_configured");
        isError(call("PUT", "/runner-configs/default?namespace=default", config.replace("\"default\"", "\"mars\"")), 400, "datacenter.not_found");
        isError(call("PUT", "/runner-configs/default?namespace=default", "{}"), 400, "api.bad_request");
    }

    @Test
    void whatThisIs() {
        JsonNode metadata = call("GET", "/metadata?namespace=default&anything=goes").body();
        assertThat(metadata.get("runtime").asText()).isEqualTo("engine");
        assertThat(metadata.get("version").isTextual()).isTrue();
        assertThat(metadata.has("clientEndpoint")).isFalse();
        JsonNode health = call("GET", "/health").body();
        assertThat(health.get("status").asText()).isEqualTo("ok");
        assertThat(health.get("runtime").asText()).isEqualTo("engine");
    }

    @Test
    void aTokenClosesAllButMetadataAndHealth() { // spec/wire.md 13
        api = new Api(world.actors(), new Access(Token.of("s3cret"), Optional.empty(), false, false), 0);
        for (String target : List.of("/actors?namespace=default&name=x", "/namespaces", "/datacenters", "/envoys?namespace=default")) {
            authorization = "";
            Answer none = call("GET", target);
            isError(none, 403, "api.forbidden");
            assertThat(none.body().get("message").asText()).isEqualTo("Access denied: Token not provided");
            authorization = "Bearer wrong";
            Answer wrong = call("GET", target);
            isError(wrong, 403, "api.forbidden");
            assertThat(wrong.body().get("message").asText()).isEqualTo("Access denied: Invalid token");
            authorization = "Basic s3cret";
            isError(call("GET", target), 403, "api.forbidden");
            authorization = "Bearer s3cret";
            assertThat(call("GET", target).status()).as(target).isEqualTo(200);
        }
        authorization = "";
        isError(call("PUT", "/actors?namespace=default", wish("thing", "a")), 403, "api.forbidden");
        assertThat(call("GET", "/metadata").status()).isEqualTo(200);
        assertThat(call("GET", "/health").status()).isEqualTo(200);
        isError(call("GET", "/nope"), 404, "api.not_found");
        world.time.pass(Duration.ZERO);
    }

    @Test
    void aClientTokenFindsAndCreatesActorsAndDoesNoMore() { // design.md 7: a token that is in a browser must not destroy actors
        api = new Api(world.actors(), new Access(Token.of("m4nage"), Token.of("cl1ent"), false, false), 0);
        authorization = "Bearer cl1ent";
        Answer created = call("PUT", "/actors?namespace=default", wish("thing", "a"));
        assertThat(created.status()).isEqualTo(200);
        String id = created.body().get("actor").get("actor_id").asText();
        assertThat(call("GET", "/actors?namespace=default&name=thing&key=a").status()).isEqualTo(200);
        for (String target : List.of("/actors/names?namespace=default", "/namespaces", "/datacenters", "/envoys?namespace=default")) {
            isError(call("GET", target), 403, "api.forbidden");
        }
        isError(call("DELETE", "/actors/" + id + "?namespace=default"), 403, "api.forbidden");
        authorization = "bearer m4nage";
        assertThat(call("DELETE", "/actors/" + id + "?namespace=default").status()).isEqualTo(200);
    }
}
