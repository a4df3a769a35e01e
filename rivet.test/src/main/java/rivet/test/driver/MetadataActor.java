package rivet.test.driver;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** What an actor knows of itself, and what it was told. */
@ActorType("metadataActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class MetadataActor extends Actor<MetadataActor.State> {

    /** What there is to know. */
    public record Metadata(String name, Map<String, String> tags, String region) {}

    /** What was told, the name seen at the start, and what was returned last; null before. */
    @ImmutableState
    public record State(Metadata lastMetadata, String actorName, Map<String, String> storedTags, String storedRegion) {}

    @Override
    protected State createState(Input input) {
        return new State(null, "", Map.of(), null);
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.lastMetadata(), name(), s.storedTags(), s.storedRegion()));
    }

    /** Keeps the tags. */
    @Action
    public Map<String, String> setupTestTags(Map<String, String> tags) {
        updateState(s -> new State(s.lastMetadata(), s.actorName(), tags, s.storedRegion()));
        return tags;
    }

    /** Keeps the region. */
    @Action
    public String setupTestRegion(String region) {
        updateState(s -> new State(s.lastMetadata(), s.actorName(), s.storedTags(), region));
        return region;
    }

    /** Returns what there is to know, and keeps it as the last. */
    @Action
    public Metadata getMetadata() {
        Metadata metadata = new Metadata(name(), state().storedTags(), state().storedRegion());
        updateState(s -> new State(metadata, s.actorName(), s.storedTags(), s.storedRegion()));
        return metadata;
    }

    /** Returns the name of the actor's type. */
    @Action
    public String getActorName() {
        return name();
    }

    /** Returns a tag, or null. */
    @Action
    public String getTag(String key) {
        return state().storedTags().get(key);
    }

    /** Returns all tags. */
    @Action
    public Map<String, String> getTags() {
        return state().storedTags();
    }

    /** Returns the region, or null. */
    @Action
    public String getRegion() {
        return state().storedRegion();
    }

    /** Returns the name seen at the start. */
    @Action
    public String getStoredActorName() {
        return state().actorName();
    }

    /** Returns what was returned last, or null. */
    @Action
    public Metadata getLastMetadata() {
        return state().lastMetadata();
    }
}
