package rivet.protocol.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.fuzz.Hostile;
import rivet.protocol.fuzz.Mutants;
import rivet.protocol.fuzz.Records;

class EnvoyPropertyTest {

    @Property
    void whatAnEnvoySaysIsReadAsItWasWritten(@ForAll("envoySays") ToRivet message) {
        byte[] bytes = EnvoyProtocol.V8.encode(message);
        ToRivet again = EnvoyProtocol.V8.decodeToRivet(bytes);
        assertThat(Records.tree(again)).isEqualTo(Records.tree(message));
        assertThat(EnvoyProtocol.V8.encode(again)).isEqualTo(bytes);
    }

    @Property
    void whatAnEngineSaysIsReadAsItWasWritten(@ForAll("engineSays") ToEnvoy message) {
        byte[] bytes = EnvoyProtocol.V8.encode(message);
        ToEnvoy again = EnvoyProtocol.V8.decodeToEnvoy(bytes);
        assertThat(Records.tree(again)).isEqualTo(Records.tree(message));
        assertThat(EnvoyProtocol.V8.encode(again)).isEqualTo(bytes);
    }

    /** There is one form for each message, so what can be read is written in the same bytes, in every version. */
    @Property
    void whatAnEnvoyMaySendIsReadOrRefused(@ForAll("hostileToRivet") byte[] bytes, @ForAll("versions") EnvoyProtocol protocol) {
        Hostile.decode(bytes, () -> protocol.decodeToRivet(bytes)).ifPresent(message -> assertThat(protocol.encode(message)).isEqualTo(bytes));
    }

    @Property
    void whatAnEngineMaySendIsReadOrRefused(@ForAll("hostileToEnvoy") byte[] bytes, @ForAll("versions") EnvoyProtocol protocol) {
        Hostile.decode(bytes, () -> protocol.decodeToEnvoy(bytes)).ifPresent(message -> assertThat(protocol.encode(message)).isEqualTo(bytes));
    }

    @Provide
    Arbitrary<ToRivet> envoySays() {
        return Records.any(ToRivet.class);
    }

    @Provide
    Arbitrary<ToEnvoy> engineSays() {
        return Records.any(ToEnvoy.class);
    }

    @Provide
    Arbitrary<EnvoyProtocol> versions() {
        return Arbitraries.of(EnvoyProtocol.V8, EnvoyProtocol.V6);
    }

    @Provide
    Arbitrary<byte[]> hostileToRivet() {
        return Arbitraries.oneOf(Mutants.of(EnvoyGoldenTest.bytes("ToRivet")), Mutants.noise());
    }

    @Provide
    Arbitrary<byte[]> hostileToEnvoy() {
        return Arbitraries.oneOf(Mutants.of(EnvoyGoldenTest.bytes("ToEnvoy")), Mutants.noise());
    }
}
