package rivet.test.driver.queue;

import rivet.error.RivetException;

/** What something ended with. */
public record Failure(String group, String code) {

    /** Returns how something fails. */
    static Failure of(Runnable attempt) {
        try {
            attempt.run();
        } catch (RivetException e) {
            return new Failure(e.group(), e.code());
        }
        return new Failure("none", "none");
    }
}
