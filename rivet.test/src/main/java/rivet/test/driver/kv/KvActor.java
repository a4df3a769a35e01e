package rivet.test.driver.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Kv;
import rivet.actor.KvType;

/** Uses its key-value store. */
@ActorType("kvActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class KvActor extends Actor<Void> {

    /** An entry as clients see it. */
    public record Listed(String key, String value) {}

    /** How to list. */
    public record Options(Optional<Boolean> reverse, Optional<Integer> limit) {}

    /** Sets a text. */
    @Action
    public boolean putText(String key, String value) {
        kv().put(key, value);
        return true;
    }

    /** Returns a text, or null. */
    @Action
    public Optional<String> getText(String key) {
        return kv().get(key);
    }

    /** Returns the texts whose keys begin so. */
    @Action
    public List<Listed> listText(String prefix) {
        return listed(kv().list(prefix));
    }

    /** Returns the texts between two keys. */
    @Action
    public List<Listed> listTextRange(String start, String end, Optional<Options> options) {
        boolean reversed = options.flatMap(Options::reverse).orElse(false);
        OptionalInt limit = options.flatMap(Options::limit).map(OptionalInt::of).orElse(OptionalInt.empty());
        return listed(kv().listRange(start, end, new Kv.Listing(reversed, limit)));
    }

    /** Removes the texts between two keys. */
    @Action
    public boolean deleteTextRange(String start, String end) {
        kv().deleteRange(start, end);
        return true;
    }

    /** Stores bytes and reads them again. */
    @Action
    public List<Integer> roundtripArrayBuffer(String key, List<Integer> values) {
        byte[] bytes = new byte[values.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = values.get(i).byteValue();
        }
        Kv<String, byte[]> kv = kv().withValues(KvType.BYTES);
        kv.put(key, bytes);
        List<Integer> read = new ArrayList<>();
        for (byte b : kv.get(key).orElseThrow()) {
            read.add(b & 0xff);
        }
        return read;
    }

    /** Sets a text and then fails. */
    @Action
    public void putAndFail(String key, String value) {
        transaction(() -> {
            kv().put(key, value);
            throw new IllegalStateException("after all");
        });
    }

    /** Sets a text of so many characters. */
    @Action
    public boolean putLong(int keyLength, int valueLength) {
        kv().put("k".repeat(keyLength), "v".repeat(valueLength));
        return true;
    }

    private static List<Listed> listed(List<Kv.Entry<String, String>> entries) {
        return entries.stream().map(entry -> new Listed(entry.key(), entry.value())).toList();
    }
}
