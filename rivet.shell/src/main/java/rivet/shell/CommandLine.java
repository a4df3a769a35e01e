package rivet.shell;

import org.apache.felix.service.command.Job;

/** What somebody typed, before Gogo parsed it. */
final class CommandLine {

    private CommandLine() {}

    /** Returns the line that this command belongs to, with what is around the command; empty if nobody typed it. */
    static CharSequence typed() {
        Job job = Job.Utils.current();
        return job == null ? "" : job.command();
    }
}
