package rivet.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** What a form is told of the types of parameters. */
class TypeSchemaTest {

    private final ValueMapper mapper = new ValueMapper();

    enum Colour {
        RED, GREEN
    }

    record Item(String name, int count, Optional<Colour> colour, List<Item> parts) {}

    private Map<String, Object> schema(Type type) {
        return mapper.schema(mapper.type(type));
    }

    @Test
    void scalars() {
        assertThat(schema(long.class)).containsEntry("type", "integer");
        assertThat(schema(Double.class)).containsEntry("type", "number");
        assertThat(schema(boolean.class)).containsEntry("type", "boolean");
        assertThat(schema(String.class)).containsEntry("type", "string");
        assertThat(schema(Instant.class)).containsEntry("type", "string").containsEntry("format", "date-time");
        assertThat(schema(Colour.class)).containsEntry("enum", List.of("RED", "GREEN"));
        assertThat(schema(Object.class)).isEmpty();
        assertThat(schema(byte[].class)).isEmpty();
    }

    @Test
    void objectsAndLists() throws NoSuchMethodException {
        Map<String, Object> item = schema(Item.class);
        assertThat(item).containsEntry("type", "object").containsEntry("required", List.of("count"));
        assertThat(item.get("properties")).asInstanceOf(InstanceOfAssertFactories.MAP).containsOnlyKeys("name", "count", "colour", "parts")
            .containsEntry("colour", Map.of("type", "string", "enum", List.of("RED", "GREEN")));
        Type parts = Item.class.getDeclaredMethod("parts").getGenericReturnType();
        assertThat(schema(parts)).containsEntry("type", "array");
        assertThat(TypeSchema.name(mapper.type(parts))).isEqualTo("List<Item>");
        assertThat(TypeSchema.name(mapper.type(int[].class))).isEqualTo("int[]");
    }

    @Test
    void aTypeThatHoldsItselfComesToAnEnd() {
        assertThat(schema(Item.class).toString().length()).isLessThan(10_000);
    }
}
