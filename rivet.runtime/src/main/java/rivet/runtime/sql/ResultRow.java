package rivet.runtime.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.actor.Row;
import rivet.spi.storage.Result;

/** A row of a result. */
record ResultRow(List<String> columns, Object[] values) implements Row {

    static List<Row> all(Result result) {
        List<Row> rows = new ArrayList<>(result.rows().size());
        for (Object[] values : result.rows()) {
            rows.add(new ResultRow(result.columns(), values));
        }
        return rows;
    }

    @Override
    public Object get(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("no column '" + column + "', only " + columns);
        }
        return values[index];
    }

    @Override
    public Object get(int column) {
        return values[column];
    }

    /** Returns the row as an object with the columns as its properties; of those with the same name the first counts. */
    static Map<String, Object> object(List<String> columns, Object[] values) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            object.putIfAbsent(columns.get(i), values[i]);
        }
        return object;
    }

    @Override
    public String toString() {
        return object(columns, values).toString();
    }
}
