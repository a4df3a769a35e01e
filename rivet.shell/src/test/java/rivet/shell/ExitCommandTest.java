package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.Test;

class ExitCommandTest {

    /** What the shell would do without. */
    public static final class JavaSystem {

        private final List<Integer> codes;

        JavaSystem(List<Integer> codes) {
            this.codes = codes;
        }

        /** Must not be found. */
        public void exit(int code) {
            codes.add(-1);
        }
    }

    @Test
    void isWhatTheShellFinds() throws Exception {
        List<Integer> codes = new ArrayList<>();
        CommandProcessorImpl processor = new CommandProcessorImpl();
        processor.addCommand("system", new JavaSystem(codes), "exit");
        processor.addCommand("gogo", new ExitCommand(codes::add), "exit");
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream(), new ByteArrayOutputStream())) {
            session.put("SCOPE", "gogo:*"); // as in the shell's profile
            session.execute("exit 3");
            session.execute("exit");
        }
        assertThat(codes).containsExactly(3, 0);
    }
}
