package rivet.protocol.bare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A union of BARE: the tag of a member, which is its place in the list, and the member. Reading and writing stand beside each other in one table, so that
 * neither can know a member that the other does not. Immutable.
 */
public final class BareUnion<T> {

    /** One of a union's types. The writer gets only values of {@code type}. */
    public record Member<M>(Class<M> type, Function<BareReader, ? extends M> reader, BiConsumer<BareWriter, ? super M> writer) {

        private void write(BareWriter out, Object value) {
            writer.accept(out, type.cast(value));
        }
    }

    private final String name;
    private final List<Member<? extends T>> members;
    private final Map<Class<?>, Integer> tags = new HashMap<>();

    private BareUnion(String name, List<Member<? extends T>> members) {
        this.name = name;
        this.members = members;
        members.forEach(member -> tags.put(member.type(), tags.size()));
    }

    /**
     * Returns the union of these members, in the order of their tags.
     *
     * @param name what it is, for messages: "an unknown ..."
     */
    @SafeVarargs
    public static <T> BareUnion<T> of(String name, Member<? extends T>... members) {
        List<Member<? extends T>> list = new ArrayList<>();
        for (Member<? extends T> member : members) {
            list.add(member);
        }
        return of(name, list);
    }

    /** Returns the union of these members, in the order of their tags. */
    public static <T> BareUnion<T> of(String name, List<Member<? extends T>> members) {
        return new BareUnion<>(name, List.copyOf(members));
    }

    /** Returns a member of these fields. */
    public static <M> Member<M> member(Class<M> type, Function<BareReader, ? extends M> reader, BiConsumer<BareWriter, ? super M> writer) {
        return new Member<>(type, reader, writer);
    }

    /** Returns a member without fields. */
    public static <M> Member<M> empty(M value) {
        @SuppressWarnings("unchecked")
        Class<M> type = (Class<M>) value.getClass();
        return new Member<>(type, in -> value, (out, same) -> { });
    }

    /** Reads tag and member; an unknown tag is refused. */
    public T read(BareReader in) {
        long tag = in.uint();
        if (tag < 0 || tag >= members.size()) {
            throw in.malformed("an unknown " + name + ": " + Long.toUnsignedString(tag));
        }
        return members.get((int) tag).reader().apply(in);
    }

    /**
     * Writes tag and member.
     *
     * @throws IllegalArgumentException if the union has no such member, because the version of the protocol that it belongs to has none
     */
    public void write(BareWriter out, T value) {
        Integer tag = tags.get(value.getClass());
        if (tag == null) {
            throw new IllegalArgumentException("there is no " + name + " " + value.getClass().getSimpleName() + " in this version");
        }
        out.uint(tag);
        members.get(tag).write(out, value);
    }
}
