package rivet.engine.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import rivet.engine.web.Access.Offer;

class AccessTest {

    private static final Offer NOTHING = offer("");
    private static final Offer FROM_AFAR = new Offer(Optional.empty(), false);

    private static Offer offer(String token) {
        return new Offer(Optional.of(token).filter(t -> !t.isEmpty()), true);
    }

    private static Access access(String management, String client, boolean gatewayAuth, boolean open) {
        return new Access(Token.of(management), Token.of(client), gatewayAuth, open);
    }

    private static void refused(Consumer<Offer> what, Offer offer, String reason) {
        assertThatThrownBy(() -> what.accept(offer)).hasMessageContaining(reason).hasMessageStartingWith("Access denied");
    }

    @Test
    void withoutTokensEverythingIsOpenOverLoopbackAndNothingOverTheNetwork() { // design.md 7: defaults are safe
        Access access = access("", "", false, false);
        access.requireGateway(NOTHING);
        access.requireClientApi(NOTHING);
        access.requireManagement(NOTHING);
        refused(access::requireGateway, FROM_AFAR, "loopback only");
        refused(access::requireClientApi, FROM_AFAR, "loopback only");
        refused(access::requireManagement, FROM_AFAR, "loopback only");
        Access open = access("", "", false, true);
        open.requireGateway(FROM_AFAR);
        open.requireManagement(FROM_AFAR);
    }

    @Test
    void aManagementTokenAloneLeavesActorsToLoopback() { // spec/wire.md 13: the original's gateway asks for none
        Access access = access("m", "", false, false);
        access.requireGateway(NOTHING);
        refused(access::requireGateway, FROM_AFAR, "loopback only");
        refused(access::requireClientApi, NOTHING, "Token not provided");
        refused(access::requireManagement, offer("x"), "Invalid token");
        access.requireManagement(offer("m"));
        Access strict = access("m", "", true, false);
        refused(strict::requireGateway, NOTHING, "Token not provided");
        strict.requireGateway(offer("m"));
    }

    @Test
    void aClientTokenOpensActorsButNotTheManagement() {
        Access access = access("m", "c", false, false);
        for (String token : new String[] {"m", "c"}) {
            access.requireGateway(new Offer(Optional.of(token), false));
            access.requireClientApi(offer(token));
        }
        refused(access::requireManagement, offer("c"), "Invalid token");
        access.requireManagement(offer("m"));
        Access alone = access("", "c", false, true);
        refused(alone::requireManagement, offer("c"), "no management token");
        refused(alone::requireManagement, NOTHING, "no management token");
        refused(alone::requireGateway, NOTHING, "Token not provided");
    }

    @Test
    void aBearerIsOneWhateverItsCase() {
        assertThat(Offer.bearer(Optional.of("Bearer a b"), true).token()).contains("a b");
        assertThat(Offer.bearer(Optional.of("bearer  x"), true).token()).contains("x");
        assertThat(Offer.bearer(Optional.of("Basic x"), true).token()).isEmpty();
        assertThat(Offer.bearer(Optional.empty(), true).token()).isEmpty();
    }

    @Test
    void nothingThatIsPrintedHoldsAToken() {
        assertThat(offer("s3cret").toString() + Token.of("s3cret")).doesNotContain("s3cret");
    }
}
