package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.empty;
import static rivet.protocol.bare.BareUnion.member;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** How commands and events of actors are laid out (spec/envoy.md 3.4). */
final class ActorSchema {

    private static final ActorEvent.StopCode[] CODES = ActorEvent.StopCode.values();
    private static final Command.StopReason[] REASONS = Command.StopReason.values();

    private static final BareUnion<ActorEvent.Intent> INTENT = BareUnion.of("intent", empty(new ActorEvent.Intent.Sleep()),
        empty(new ActorEvent.Intent.Stop()));

    private static final BareUnion<ActorEvent.ActorState> STATE = BareUnion.of("state",
        empty(new ActorEvent.ActorState.Running()),
        member(ActorEvent.ActorState.Stopped.class, in -> new ActorEvent.ActorState.Stopped(in.oneOf(CODES), in.optional(BareReader::str)),
            (out, stopped) -> out.oneOf(stopped.code()).optional(stopped.message(), BareWriter::str)));

    private static final BareUnion<ActorEvent> EVENT = BareUnion.of("event",
        member(ActorEvent.ActorIntent.class, in -> new ActorEvent.ActorIntent(INTENT.read(in)), (out, event) -> INTENT.write(out, event.intent())),
        member(ActorEvent.ActorStateUpdate.class, in -> new ActorEvent.ActorStateUpdate(STATE.read(in)),
            (out, event) -> STATE.write(out, event.state())),
        member(ActorEvent.ActorSetAlarm.class, in -> new ActorEvent.ActorSetAlarm(in.optionalU64()), (out, event) -> out.optionalU64(event.alarmTs())));

    private static final BareUnion<Command> COMMAND = BareUnion.of("command",
        member(Command.StartActor.class,
            in -> new Command.StartActor(config(in), in.list(ActorSchema::socket), in.optional(ActorSchema::preloaded)), ActorSchema::start),
        member(Command.StopActor.class, in -> new Command.StopActor(in.oneOf(REASONS)), (out, command) -> out.oneOf(command.reason())));

    private ActorSchema() {
    }

    static ActorEvent.Numbered event(BareReader in) {
        return new ActorEvent.Numbered(Checkpoint.read(in), EVENT.read(in));
    }

    static void event(BareWriter out, ActorEvent.Numbered event) {
        Checkpoint.write(out, event.checkpoint());
        EVENT.write(out, event.inner());
    }

    static Command.Numbered command(BareReader in) {
        return new Command.Numbered(Checkpoint.read(in), COMMAND.read(in));
    }

    static void command(BareWriter out, Command.Numbered command) {
        Checkpoint.write(out, command.checkpoint());
        COMMAND.write(out, command.inner());
    }

    private static Command.ActorConfig config(BareReader in) {
        return new Command.ActorConfig(in.str(), in.optional(BareReader::str), in.i64(), in.optional(BareReader::data));
    }

    private static Command.HibernatingRequest socket(BareReader in) {
        return new Command.HibernatingRequest(MessageId.id(in), MessageId.id(in));
    }

    private static Command.PreloadedKv preloaded(BareReader in) {
        return new Command.PreloadedKv(in.list(KvSchema::entry), in.list(BareReader::data), in.list(BareReader::data));
    }

    private static void start(BareWriter out, Command.StartActor command) {
        Command.ActorConfig config = command.config();
        out.str(config.name()).optional(config.key(), BareWriter::str).i64(config.createTs()).optional(config.input(), BareWriter::data);
        out.list(command.hibernatingRequests(), (to, socket) -> {
            MessageId.id(to, socket.gatewayId());
            MessageId.id(to, socket.requestId());
        });
        out.optional(command.preloadedKv(), (to, kv) -> to.list(kv.entries(), KvSchema::entry).list(kv.requestedGetKeys(), BareWriter::data)
            .list(kv.requestedPrefixes(), BareWriter::data));
    }
}
