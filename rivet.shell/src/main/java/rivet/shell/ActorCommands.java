package rivet.shell;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorFilter;
import rivet.inspect.ActorInfo;
import rivet.inspect.Inspection;

/** {@code rivet:actors}, {@code rivet:actor}, {@code rivet:create}, {@code rivet:sleep} and {@code rivet:destroy}. */
@Component(service = ActorCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=actors",
        "osgi.command.function=actor", "osgi.command.function=create", "osgi.command.function=sleep", "osgi.command.function=destroy" })
public final class ActorCommands {

    static final String ID = "the actor: its id, the beginning of it, or TYPE/KEY,KEY";

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;
    private final Clock clock;

    @Activate
    public ActorCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this(inspection, replies, Clock.systemUTC());
    }

    ActorCommands(Inspection inspection, Replies replies, Clock clock) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
        this.clock = clock;
    }

    /** Lists actors, awake or not. */
    @Descriptor("list actors, awake or not, newest first")
    public Listing<ActorInfo> actors(
            @Descriptor("of this type only") @Parameter(names = { "-t", "--type" }, absentValue = "") String type,
            @Descriptor("of this namespace only") @Parameter(names = { "-n", "--namespace" }, absentValue = "") String namespace,
            @Descriptor("at most so many, 1 to 1000 (50)") @Parameter(names = { "-l", "--limit" }, absentValue = "50") int limit) {
        return replies.run(() -> {
            Limits.check(limit);
            ActorFilter filter = new ActorFilter(given(type), given(namespace), Optional.empty(), limit);
            Listing<ActorInfo> actors = ActorText.list(replies.await(inspection.actors(filter)), clock.instant());
            return actors.size() < limit ? actors : actors.note("the newest " + limit + "; -l shows more");
        });
    }

    /** Shows one actor. */
    @Descriptor("show everything about one actor")
    public ActorInfo actor(@Descriptor(ID) String id) {
        return replies.run(() -> ids.find(id));
    }

    /** Creates an actor, or returns the one that has the key. */
    @Descriptor("create an actor, or show the one that has the key")
    public ActorInfo create(
            @Descriptor("its namespace (default)")
            @Parameter(names = { "-n", "--namespace" }, absentValue = ActorIds.DEFAULT_NAMESPACE) String namespace,
            @Descriptor("its input: JSON in single quotes, or a word")
            @Parameter(names = { "-i", "--input" }, absentValue = "") Object input,
            @Descriptor("its type") String type, @Descriptor("the parts of its key") String... key) {
        return replies.run(() -> {
            Object plain = Arguments.one(input, CommandLine.typed());
            return replies.await(inspection.create(namespace, type, List.of(key), plain));
        });
    }

    /** Puts actors to sleep. */
    @Descriptor("put actors to sleep, and wait until they sleep")
    public Listing<ActorInfo> sleep(@Descriptor(ID) String... actors) {
        return replies.run(() -> ActorText.outcome(each(actors, inspection::sleep), "sleeping"));
    }

    /** Destroys actors. */
    @Descriptor("destroy actors with all they have stored, and wait until they are gone")
    public Listing<ActorInfo> destroy(@Descriptor(ID) String... actors) {
        return replies.run(() -> ActorText.outcome(each(actors, inspection::destroy), "destroyed"));
    }

    /** Acts on all of them at once, or on none if one of the ids is wrong. */
    private List<ActorInfo> each(String[] texts, Function<String, CompletionStage<Void>> action)
            throws InterruptedException, ExecutionException {
        if (texts.length == 0) {
            throw CommandFailed.input("which actor?");
        }
        Map<String, ActorInfo> actors = new LinkedHashMap<>();
        for (String text : texts) {
            ActorInfo actor = ids.find(text);
            actors.put(actor.id(), actor);
        }
        Map<ActorInfo, CompletableFuture<Void>> answers = new LinkedHashMap<>();
        actors.values().forEach(actor -> answers.put(actor, replies.bounded(action.apply(actor.id()))));
        List<String> failures = failures(answers);
        if (!failures.isEmpty()) {
            throw new CommandFailed(String.join("\n", failures), null);
        }
        return List.copyOf(answers.keySet());
    }

    private static List<String> failures(Map<ActorInfo, CompletableFuture<Void>> answers) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        try {
            for (Map.Entry<ActorInfo, CompletableFuture<Void>> answer : answers.entrySet()) {
                try {
                    Replies.join(answer.getValue());
                } catch (ExecutionException e) {
                    failures.add((answers.size() == 1 ? "" : answer.getKey().id() + " ") + CommandFailed.text(e));
                }
            }
        } finally {
            answers.values().forEach(answer -> answer.cancel(false));
        }
        return failures;
    }

    private static Optional<String> given(String option) {
        return Optional.of(option).filter(text -> !text.isEmpty());
    }
}
