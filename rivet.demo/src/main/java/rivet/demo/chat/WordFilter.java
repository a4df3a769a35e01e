package rivet.demo.chat;

import static java.util.regex.Pattern.CASE_INSENSITIVE;
import static java.util.regex.Pattern.UNICODE_CHARACTER_CLASS;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.regex.Pattern;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Puts asterisks in place of the words of a list, in upper or lower case, where they stand alone. */
@Designate(ocd = WordFilter.Config.class)
@Component(service = ProfanityFilter.class)
public final class WordFilter implements ProfanityFilter {

    /** Configuration. */
    @ObjectClassDefinition(name = "Chat: word filter")
    public @interface Config {

        /** Returns the words. */
        @AttributeDefinition(name = "Words", description = "Each of them is replaced by as many asterisks as it has letters.")
        String[] words() default {"blast", "bother", "damn"};
    }

    private final Pattern rude;

    /** Called by Declarative Services. */
    @Activate
    public WordFilter(Config config) {
        this(List.of(config.words()));
    }

    WordFilter(List<String> words) {
        String alternatives = words.stream().map(Pattern::quote).collect(joining("|"));
        rude = Pattern.compile("(?<!\\w)(?:" + alternatives + ")(?!\\w)", CASE_INSENSITIVE | UNICODE_CHARACTER_CLASS);
    }

    @Override
    public String clean(String text) {
        return rude.matcher(text).replaceAll(match -> "*".repeat(match.group().length()));
    }
}
