package rivet.test.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import rivet.test.driver.ConnStateActor.Listed;
import rivet.test.driver.ConnStateActor.Member;
import rivet.test.driver.ConnStateActor.Params;

class ConnStateActorTest {

    @Test
    void aMemberIsWhatTheParametersSay() {
        assertThat(Member.of(new Params("ann", "admin", true), 7)).isEqualTo(new Member("ann", "admin", 0, 7, true));
    }

    @Test
    void aMemberIsAnonymousWithoutParameters() {
        assertThat(Member.of(new Params(null, null, false), 7)).isEqualTo(new Member("anonymous", "user", 0, 7, false));
    }

    @Test
    void onlyWhatIsGivenChanges() {
        Member member = new Member("ann", "admin", 3, 7, true);
        assertThat(member.with(new Params(null, "user", false))).isEqualTo(new Member("ann", "user", 3, 7, true));
        assertThat(member.plus(2).listed("c1")).isEqualTo(new Listed("c1", "ann", "admin", 5, 7, true));
    }
}
