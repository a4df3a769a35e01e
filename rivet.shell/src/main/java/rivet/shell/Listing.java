package rivet.shell;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Function;

/**
 * What a command lists: a list to go on with in a script ({@code each (rivet:actors) {rivet:state $it}}), and how it is printed. A type of
 * its own because a plain list that is empty says nothing of what it is empty of.
 *
 * @param <T> what is listed
 */
public final class Listing<T> extends AbstractList<T> {

    private final List<T> items;
    private final Function<? super T, String> id;
    private final String text;

    private Listing(List<T> items, Function<? super T, String> id, String text) {
        this.items = List.copyOf(items);
        this.id = id;
        this.text = text;
    }

    /** Returns a listing that prints as the table, or says what there is none of. */
    static <T> Listing<T> of(List<T> items, Function<? super T, String> id, Table table, String none) {
        return new Listing<>(items, id, items.isEmpty() ? none : table.render());
    }

    /** Returns the same with a line below the table. */
    Listing<T> note(String note) {
        return new Listing<>(items, id, text + "\n" + note);
    }

    @Override
    public T get(int index) {
        return items.get(index);
    }

    @Override
    public int size() {
        return items.size();
    }

    /** As strings these are the ids: this is how Gogo hands a list to a command of many, {@code rivet:sleep (rivet:actors -t counter)}. */
    @Override
    public <A> A[] toArray(A[] array) {
        return array.getClass().getComponentType() == String.class ? items.stream().map(id).toList().toArray(array) : super.toArray(array);
    }

    String text() {
        return text;
    }
}
