package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.test.common.annotation.InjectService;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorInspection;
import rivet.inspect.ActorTransfers;
import rivet.inspect.ActorTransfers.Target;
import rivet.inspect.QueuedMessage;
import rivet.test.itest.actors.counter.Counter;

/** An actor is written as one file and made again of it, with all it had; what is wrong with a file leaves no actor. */
class TransferTest extends InContainer {

    @InjectService(timeout = 10_000)
    ActorTransfers transfers;

    private String id;

    @BeforeEach
    void actor() throws Exception {
        ActorBundle.of("itest.transfers", "1.0.0", "counter").start(context);
        assertThat(client.call(Counter.TYPE, key, "add", 5L).number()).isEqualTo(5);
        id = actor(Counter.TYPE, key).id();
        get(inspection().inspect(id).thenCompose(one -> one.execute("INSERT INTO step VALUES ('kept', 42)", List.of())));
        get(inspection().inspect(id).thenCompose(one -> one.send("jobs", "hello")));
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private byte[] exported() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        get(transfers.exportTo(id, file));
        return file.toByteArray();
    }

    private static Target as(String key) {
        return new Target(Optional.empty(), Optional.of(List.of(key)));
    }

    private ActorInfo imported(byte[] file, Target target) throws Exception {
        return get(transfers.importFrom(new ByteArrayInputStream(file), target));
    }

    private void refused(byte[] file, Target target, String code) throws Exception {
        assertThatThrownBy(() -> imported(file, target)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(code));
    }

    @Test
    void anActorIsTakenAlongWithAllItHas() throws Exception {
        String token = get(inspection().inspect(id).thenCompose(one -> one.token()));
        byte[] awake = exported();
        assertThat(live(Counter.TYPE, key)).as("it goes on").isPresent();
        get(inspection().sleep(id));
        byte[] asleep = exported();
        assertThat(live(Counter.TYPE, key)).as("it sleeps on").isEmpty();
        for (byte[] file : List.of(awake, asleep)) {
            String copy = UUID.randomUUID().toString();
            ActorInfo info = imported(file, as(copy));
            assertThat(info.id()).isNotEqualTo(id);
            assertThat(info.key()).containsExactly(copy);
            ActorInspection made = get(inspection().inspect(info.id()));
            assertThat(get(made.rows("step", 10, 0)).rows()).anySatisfy(row -> assertThat(row).containsExactly("kept", 42L));
            List<QueuedMessage> messages = get(made.messages(10));
            assertThat(messages).extracting(QueuedMessage::body).containsExactly("hello");
            String itsToken = get(made.token());
            assertThat(itsToken).isNotEqualTo(token);
            assertThat(client.call(Counter.TYPE, copy, "add", 1L).number()).isEqualTo(6);
            get(inspection().sleep(info.id()));
            assertThat(client.call(Counter.TYPE, copy, "add", 1L).number()).as("after its next start").isEqualTo(7);
            get(inspection().destroy(info.id()));
        }
        assertThat(client.call(Counter.TYPE, key, "add", 1L).number()).as("the first one is as it was").isEqualTo(6);
    }

    @Test
    void whatIsWrongWithAFileLeavesNoActor() throws Exception {
        byte[] file = exported();
        refused(file, Target.AS_IT_WAS, "actor.duplicate_key");
        String copy = UUID.randomUUID().toString();
        refused("no zip".getBytes(), as(copy), "inspector.invalid_file");
        byte[] cut = Arrays.copyOf(file, file.length / 2);
        refused(cut, as(copy), "inspector.invalid_file");
        byte[] flipped = file.clone();
        flipped[file.length / 2] ^= 0x55;
        refused(flipped, as(copy), "inspector.invalid_file");
        assertThat(get(inspection().actor(NAMESPACE, Counter.TYPE, List.of(copy)))).isEmpty();
        assertThat(imported(file, as(copy)).key()).as("the key is free").containsExactly(copy);
        assertThatThrownBy(() -> get(transfers.exportTo("0".repeat(30), new ByteArrayOutputStream()))).isInstanceOf(RivetException.class);
    }

    @Test
    void aDatabaseThatIsNoActorsIsRefusedAndNothingIsLeft() throws Exception {
        byte[] file = Zips.withDatabase(exported(), "not a database, but long enough to be taken for one".repeat(100).getBytes());
        String copy = UUID.randomUUID().toString();
        refused(file, as(copy), "inspector.invalid_file");
        assertThat(get(inspection().actor(NAMESPACE, Counter.TYPE, List.of(copy)))).isEmpty();
    }
}
