package rivet.test.driver.db;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Migrations;

/** Has a migration that always fails. */
@ActorType("dbLifecycleFailing")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbLifecycleFailing extends Actor<Void> {

    static final String CREATE = "create ";
    static final String MIGRATE = "migrate ";

    private final ProcessMemory memory;

    /** Makes an instance. */
    @Activate
    public DbLifecycleFailing(@Reference ProcessMemory memory) {
        this.memory = memory;
    }

    @Override
    protected void onMigrate(Migrations migrations) {
        memory.add(CREATE + actorId());
        migrations.step(1, sql -> {
            memory.add(MIGRATE + actorId());
            throw new IllegalStateException("forced migrate failure");
        });
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
