package rivet.shell;

import java.io.PrintStream;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.apache.felix.service.command.Process;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorInspection;
import rivet.inspect.EventFilter;
import rivet.inspect.Inspection;

/** {@code rivet:tail}. */
@Component(service = TailCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=tail" })
public final class TailCommands {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final List<Column> COLUMNS = List.of(Column.whole("TIME", 12), Column.whole("ID", ActorText.SHORT_ID), Column.cut("TYPE", 18), Column.cut("WHAT", 9),
        Column.cut("NAME", 30), Column.number("TOOK", 7));

    /** What is to be printed next; an empty one when Ctrl-C was pressed. */
    private record Heard(List<ActorEvent> events, long missed) {}

    private final ActorEvents events;
    private final Replies replies;
    private final ActorIds ids;
    private final ZoneId zone;

    @Activate
    public TailCommands(@Reference ActorEvents events, @Reference Inspection inspection, @Reference Replies replies) {
        this(events, inspection, replies, ZoneId.systemDefault());
    }

    TailCommands(ActorEvents events, Inspection inspection, Replies replies, ZoneId zone) {
        this.events = events;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
        this.zone = zone;
    }

    /** Prints what happens in all actors. */
    @Descriptor("print what happens in actors while it happens, until Ctrl-C: turns, actions, broadcasts, failures, with the time taken")
    public void tail(
            @Descriptor("of actors of this type only") @Parameter(names = { "-t", "--type" }, absentValue = "") String type,
            @Descriptor("only what fails") @Parameter(names = { "-e", "--errors" }, presentValue = "true", absentValue = "false") boolean errors) {
        replies.run(() -> print(new EventFilter(Optional.of(type).filter(name -> !name.isEmpty()), Optional.empty(), Set.of(), errors)));
    }

    /** Prints what happens in one actor. */
    @Descriptor("print what happens in one actor while it happens, until Ctrl-C; does not wake it")
    public void tail(
            @Descriptor("of actors of this type only") @Parameter(names = { "-t", "--type" }, absentValue = "") String type,
            @Descriptor("only what fails") @Parameter(names = { "-e", "--errors" }, presentValue = "true", absentValue = "false") boolean errors,
            @Descriptor(ActorCommands.ID) String id) {
        replies.run(() -> print(new EventFilter(Optional.of(type).filter(name -> !name.isEmpty()), Optional.of(ids.find(id).id()), Set.of(), errors)));
    }

    /** On the thread of the command: one that is slow, or a pipe that is, holds up no actor. */
    private Void print(EventFilter filter) throws InterruptedException {
        PrintStream out = Process.Utils.current().out();
        BlockingQueue<Heard> heard = new LinkedBlockingQueue<>(4);
        out.println(Table.line(COLUMNS, COLUMNS.stream().map(Column::title).toList()));
        ActorInspection.Watch watch = events.watch(filter, (now, missed) -> put(heard, new Heard(now, missed)));
        try (CtrlC _ = CtrlC.does(() -> {
            heard.clear();
            heard.offer(new Heard(List.of(), 0));
        })) {
            for (Heard next = heard.take(); !next.events().isEmpty(); next = heard.take()) {
                print(next, out);
                if (out.checkError()) {
                    break; // the other end of the pipe wants no more
                }
            }
        } catch (InterruptedException e) {
            // this is how a job is ended where the shell has the terminal for itself
        } finally {
            watch.close();
            heard.clear();
        }
        return null;
    }

    private static void put(BlockingQueue<Heard> heard, Heard next) {
        try {
            heard.put(next);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void print(Heard next, PrintStream out) {
        if (next.missed() > 0) {
            out.println("... " + next.missed() + " left out: they came faster than they were printed");
        }
        for (ActorEvent event : next.events()) {
            out.println(line(event));
        }
        out.flush();
    }

    private String line(ActorEvent event) {
        String name = event.kind() == ActorEvent.Kind.BROADCAST ? event.name() + " to " + event.receivers() : event.name();
        String row = Table.line(COLUMNS, List.of(TIME.format(event.at().atZone(zone)), ActorText.shortId(event.actorId(), ActorText.SHORT_ID), event.type(),
            event.kind().name().toLowerCase(Locale.ROOT), name, took(event)));
        return event.error().map(error -> row + "\n    " + Printable.line(error)).orElse(row);
    }

    private static String took(ActorEvent event) {
        return switch (event.kind()) {
            case TURN, ACTION, CODE -> event.micros() < 1_000 ? event.micros() + "us" : Spans.spent(event.micros());
            default -> "-";
        };
    }
}
