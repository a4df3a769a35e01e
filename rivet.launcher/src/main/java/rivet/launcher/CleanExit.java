package rivet.launcher;

import java.util.concurrent.TimeUnit;

import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.launch.Framework;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the framework when the process is told to end (SIGTERM, SIGINT): every actor is stopped and saved before the process is gone. bnd's launcher leaves that to us.
 */
@Component(service = {}, immediate = true)
public final class CleanExit {

    private static final Logger log = LoggerFactory.getLogger(CleanExit.class);
    private static final long LIMIT_SECONDS = 60;

    private final Framework framework;
    private final Thread hook;

    /** Waits for the end of the process. */
    @Activate
    public CleanExit(BundleContext context) {
        framework = (Framework) context.getBundle(0);
        // the JVM takes nothing but a thread
        hook = Thread.ofPlatform().name("rivet-exit").unstarted(this::stop);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        try {
            framework.stop();
            framework.waitForStop(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        } catch (BundleException e) {
            log.error("the framework could not be stopped", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The framework stops by itself, or because of the hook: then there is nothing to take back. */
    @Deactivate
    void deactivate() {
        if (!hook.isAlive()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                log.debug("the process is ending already");
            }
        }
    }
}
