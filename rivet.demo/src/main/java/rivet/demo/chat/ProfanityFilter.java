package rivet.demo.chat;

/** Makes a text fit for polite company. Called by many rooms at once. */
public interface ProfanityFilter {

    /** Returns the text with what is rude in it made unreadable. */
    String clean(String text);
}
