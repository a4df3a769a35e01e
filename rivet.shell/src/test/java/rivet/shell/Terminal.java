package rivet.shell;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.felix.gogo.command.Basic;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import rivet.inspect.Inspection;
import rivet.inspect.Rollouts;

/** A Gogo session with all our commands, the converter, and {@code help}. */
final class Terminal implements AutoCloseable {

    final ManualTimer timer = new ManualTimer();
    final MemoryTools tools = new MemoryTools();
    final Replies replies = new Replies(timer, Duration.ofSeconds(30));
    final List<Object> commands;
    final CommandSession session;
    // without a ThreadIO, which would take System.out for itself: our commands do not print
    private final CommandProcessorImpl processor = new CommandProcessorImpl();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Terminal(Inspection inspection) {
        this(inspection, new MemoryRollouts());
    }

    Terminal(Inspection inspection, Rollouts rollouts) {
        commands = List.of(new TypeCommands(inspection, replies), new ActorCommands(inspection, replies, Samples.CLOCK),
            new CallCommands(inspection, replies), new LoadCommands(inspection, replies), new RolloutCommands(rollouts, replies),
            new InspectCommands(inspection, replies), new QueueCommands(inspection, replies, Samples.CLOCK), new ConnectionCommands(inspection, replies),
            new ScheduleCommands(inspection, replies, Samples.CLOCK), new QueryCommands(tools, inspection, replies),
            new TransferCommands(tools, inspection, replies), new TailCommands(tools, inspection, replies, ZoneOffset.UTC));
        commands.forEach(command -> functions(command.getClass()).forEach(function -> processor.addCommand("rivet", command, function)));
        processor.addCommand("felix", new Basic(context()), "help");
        processor.addConverter(new RecordConverter(inspection, replies, Samples.CLOCK));
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, out);
    }

    /** Returns what the line prints. */
    String run(String line) throws Exception {
        out.reset();
        Object result = session.execute(line);
        return out.toString(StandardCharsets.UTF_8) + (result == null ? "" : session.format(result, Converter.INSPECT));
    }

    /** Returns what the latest line has printed so far. */
    String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Waits until a command that goes on has printed something. */
    void awaitPrinted(String text) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!printed().contains(text)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not printed: " + text + ", but: " + printed());
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Returns what the shell would say of the failure of a line, but for the name of the exception. */
    String fail(String line) {
        try {
            return "did not fail but printed " + run(line);
        } catch (Exception e) {
            return e.getMessage();
        }
    }

    @Override
    public void close() {
        session.close();
        processor.stop();
        replies.close();
    }

    static List<String> functions(Class<?> commands) {
        return Arrays.stream(commands.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Descriptor.class))
            .map(method -> method.getName().replaceFirst("^_", "")).distinct().sorted().toList();
    }

    /** As much of a framework as {@code help} asks: services with the two properties of commands. */
    private BundleContext context() {
        ServiceReference<?>[] references = commands.stream().map(Terminal::reference).toArray(ServiceReference<?>[]::new);
        return proxy(BundleContext.class, (method, argument) -> switch (method) {
            case "getAllServiceReferences" -> references;
            case "getService" -> commands.get(Arrays.asList(references).indexOf(argument));
            default -> null;
        });
    }

    private static ServiceReference<?> reference(Object command) {
        Map<String, Object> properties = Map.of("osgi.command.scope", "rivet", "osgi.command.function",
            functions(command.getClass()).toArray(String[]::new));
        return proxy(ServiceReference.class, (method, argument) -> method.equals("getProperty") ? properties.get(argument) : null);
    }

    private interface Answers {
        Object to(String method, Object firstArgument);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        InvocationHandler handler = (self, method, arguments) -> switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> answers.to(method.getName(), arguments == null ? null : arguments[0]);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
    }
}
