package rivet.value;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A JavaScript {@code Map}: keys of any kind, in order. (A Java {@link Map} stands for a JavaScript object.)
 *
 * @param entries keys and values, plain values both; the order is kept and a null value is allowed
 */
public record JsMap(Map<Object, Object> entries) {

    public JsMap {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
}
