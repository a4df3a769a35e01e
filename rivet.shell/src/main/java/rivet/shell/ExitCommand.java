package rivet.shell;

import java.util.function.IntConsumer;

import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * {@code exit}, which the shell finds before its own way to it, {@code System.exit} on the thread of the console: that thread would have to end before the process can, is
 * interrupted where it waits for that very end, and complains.
 */
@Component(service = ExitCommand.class, property = { "osgi.command.scope=gogo", "osgi.command.function=exit" })
public final class ExitCommand {

    private final IntConsumer exit;

    /** Makes the command for this process. */
    @Activate
    public ExitCommand() {
        // a thread of its own: it outlives this bundle, with all others
        this(code -> Thread.ofPlatform().name("rivet-exit-command").start(() -> System.exit(code)));
    }

    /**
     * Makes the command.
     *
     * @param exit begins the end, and returns
     */
    ExitCommand(IntConsumer exit) {
        this.exit = exit;
    }

    /** Ends the platform. */
    @Descriptor("end the platform; every actor is stopped and saved first")
    public void exit() {
        exit(0);
    }

    /** Ends the platform with an exit code. */
    @Descriptor("end the platform; every actor is stopped and saved first")
    public void exit(@Descriptor("the exit code of the process (0)") int code) {
        exit.accept(code);
    }
}
