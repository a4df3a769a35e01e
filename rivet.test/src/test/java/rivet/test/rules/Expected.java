package rivet.test.rules;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which rules there are.
 *
 * @param areas the numbers of each area
 * @param complete the areas of which each rule has a row
 */
record Expected(Map<String, Set<Integer>> areas, Set<String> complete) {

    /** Lines such as "all life 1-7 20-23" or "some conn 1-21 30": of an area all rules have a row, or some. */
    static Expected parse(List<String> lines) {
        Map<String, Set<Integer>> areas = new LinkedHashMap<>();
        Set<String> complete = new TreeSet<>();
        for (String line : lines) {
            List<String> words = List.of(line.split(" +"));
            if (words.size() < 3 || !Set.of("all", "some").contains(words.getFirst())) {
                throw new IllegalArgumentException("'" + line + "' is not: all or some, area, numbers");
            }
            Set<Integer> numbers = new TreeSet<>();
            words.subList(2, words.size()).forEach(range -> numbers(range).forEach(numbers::add));
            areas.put(words.get(1), numbers);
            if (words.getFirst().equals("all")) {
                complete.add(words.get(1));
            }
        }
        return new Expected(areas, complete);
    }

    private static IntStream numbers(String range) {
        String[] ends = range.split("-");
        return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }

    boolean has(Rule rule) {
        return areas.getOrDefault(rule.area(), Set.of()).contains(rule.number());
    }

    /** The rules that must have a row. */
    Stream<Rule> required() {
        return complete.stream().flatMap(area -> areas.get(area).stream().map(number -> new Rule(area, number)));
    }
}
