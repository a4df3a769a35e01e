package rivet.shell;

import java.lang.reflect.Proxy;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C while a command runs: ends the command, and not the whole platform, which it does whenever else it is pressed. Where the JVM does not let anybody have the signal
 * it goes on ending the platform.
 */
final class CtrlC implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CtrlC.class);

    /** What gives back what was there before. */
    private final AutoCloseable before;

    private CtrlC(AutoCloseable before) {
        this.before = before;
    }

    /** Has Ctrl-C do something until the result is closed. */
    static CtrlC does(Runnable action) {
        try {
            // not a type that we compile against: it is of the JVM, and of no framework that is told to hide it
            ClassLoader loader = ClassLoader.getSystemClassLoader();
            Class<?> signals = loader.loadClass("sun.misc.Signal");
            Class<?> handlers = loader.loadClass("sun.misc.SignalHandler");
            Object signal = signals.getConstructor(String.class).newInstance("INT");
            Object handler = Proxy.newProxyInstance(loader, new Class<?>[] { handlers }, (self, method, arguments) -> switch (method.getName()) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> "Ctrl-C of a command";
                default -> {
                    action.run();
                    yield null;
                }
            });
            var handle = signals.getMethod("handle", signals, handlers);
            Object old = handle.invoke(null, signal, handler);
            return new CtrlC(() -> handle.invoke(null, signal, old));
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.debug("Ctrl-C goes on ending the platform", e);
            return new CtrlC(() -> {});
        }
    }

    @Override
    public void close() {
        try {
            before.close();
        } catch (Exception e) {
            log.warn("Ctrl-C does not do again what it did before", e);
        }
    }
}
