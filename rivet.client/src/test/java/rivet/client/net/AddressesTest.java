package rivet.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import rivet.runtime.client.Target;

/** What is asked for where (spec/wire.md 3 and 6). */
class AddressesTest {

    private static final byte[] NOTHING = {};

    private final Addresses plain = new Addresses(URI.create("http://h:1//api///rivet/"), ClientOptions.DEFAULT);
    private final Addresses secret = new Addresses(URI.create("https://h"), ClientOptions.DEFAULT.withToken("a/b").withNamespace("n s").withPool("p"));

    private static Target.ByKey key(boolean creates, byte[] input, String... key) {
        return new Target.ByKey("my type", List.of(key), creates, input, Optional.empty());
    }

    @Test
    void byId() {
        assertThat(plain.actor(new Target.ById("x/y"), "/action/a")).hasToString("http://h:1/api/rivet/gateway/x%2Fy/action/a");
        assertThat(secret.actor(new Target.ById("x"), "/request/p?q=1")).hasToString("https://h/gateway/x@a%2Fb/request/p?q=1");
        assertThat(secret.socket(new Target.ById("x"), "/connect")).hasToString("wss://h/gateway/x@a%2Fb/connect");
    }

    @Test
    void byKey() {
        assertThat(plain.actor(key(false, NOTHING, "a", "b&c"), "/action/x"))
            .hasToString("http://h:1/api/rivet/gateway/my%20type/action/x?rvt-namespace=default&rvt-method=get&rvt-key=a%2Cb%26c");
        assertThat(plain.actor(key(false, NOTHING), "/request/?q")).hasToString("http://h:1/api/rivet/gateway/my%20type/request/?q&rvt-namespace=default&rvt-method=get");
        Target.ByKey creating = new Target.ByKey("t", List.of("k"), true, new byte[] { (byte) 0xfb, (byte) 0xff }, Optional.of("eu"));
        assertThat(secret.actor(creating, "/connect")).hasToString("https://h/gateway/t/connect?rvt-namespace=n%20s&rvt-method=getOrCreate&rvt-runner=p&rvt-key=k"
            + "&rvt-input=-_8&rvt-region=eu&rvt-crash-policy=sleep&rvt-token=a%2Fb");
    }

    @Test
    void whatAQueryCannotSay() {
        assertThat(Addresses.isQueryable(key(true, NOTHING, "a", "", "b"))).isTrue();
        assertThat(Addresses.isQueryable(key(true, NOTHING))).isTrue();
        assertThat(Addresses.isQueryable(key(true, NOTHING, "a,b"))).isFalse();
        assertThat(Addresses.isQueryable(key(true, NOTHING, ""))).isFalse();
        assertThat(Addresses.isQueryable(key(true, new byte[4_096], "a"))).isTrue();
        assertThat(Addresses.isQueryable(key(true, new byte[4_097], "a"))).isFalse();
    }

    @Test
    void theEngine() {
        assertThat(secret.actors()).hasToString("https://h/actors?namespace=n%20s");
        assertThat(plain.actors("t", "a\\/b")).hasToString("http://h:1/api/rivet/actors?name=t&key=a%5C%2Fb&namespace=default");
    }

    @Test
    void secretsAreNotShown() {
        assertThat(ClientOptions.DEFAULT.withToken("hush").withHeader("cookie", "hush").toString()).doesNotContain("hush");
    }
}
