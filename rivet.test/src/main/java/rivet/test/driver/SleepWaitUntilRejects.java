package rivet.test.driver;

import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Leaves work behind that fails, and other work that does not. */
@ActorType(value = "sleepWaitUntilRejects", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWaitUntilRejects extends SleepLogActor {

    @Override
    protected void sleeping() {
        log("sleep");
        waitUntil(CompletableFuture.failedFuture(new IllegalStateException("background work failed on purpose")));
        waitUntil(() -> {
            log("waituntil-after-reject");
            return null;
        });
    }
}
