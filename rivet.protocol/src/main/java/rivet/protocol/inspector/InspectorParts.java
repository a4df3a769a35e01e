package rivet.protocol.inspector;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareWriter;

/** How what messages have in common is laid out. */
final class InspectorParts {

    private InspectorParts() {
    }

    static InspectorMessage.Connection connection(BareReader in) {
        return new InspectorMessage.Connection(in.str(), in.data());
    }

    static void connection(BareWriter out, InspectorMessage.Connection connection) {
        out.str(connection.id()).data(connection.details());
    }

    static InspectorMessage.TabConfigEntry tab(BareReader in) {
        return new InspectorMessage.TabConfigEntry(in.str(), in.optional(BareReader::str), in.optional(BareReader::str), in.bool());
    }

    static void tab(BareWriter out, InspectorMessage.TabConfigEntry tab) {
        out.str(tab.id()).optional(tab.label(), BareWriter::str).optional(tab.icon(), BareWriter::str).bool(tab.hidden());
    }

    static InspectorMessage.QueueStatus queue(BareReader in) {
        return new InspectorMessage.QueueStatus(in.uint(), in.uint(),
            in.list(message -> new InspectorMessage.QueueMessage(message.uint(), message.str(), message.uint())), in.bool());
    }

    static void queue(BareWriter out, InspectorMessage.QueueStatus status) {
        out.uint(status.size()).uint(status.maxSize())
            .list(status.messages(), (to, message) -> to.uint(message.id()).str(message.name()).uint(message.createdAtMs()))
            .bool(status.truncated());
    }

    static InspectorMessage.Schedule schedule(BareReader in) {
        return new InspectorMessage.Schedule(in.str(), in.optional(BareReader::str), in.str(), in.str(), in.data(), in.uint(), in.optionalUint(),
            in.optional(BareReader::str), in.optional(BareReader::str), in.optionalUint(), in.optionalUint());
    }

    static void schedule(BareWriter out, InspectorMessage.Schedule schedule) {
        out.str(schedule.id()).optional(schedule.name(), BareWriter::str).str(schedule.kind()).str(schedule.action()).data(schedule.args())
            .uint(schedule.nextRunAt()).optionalUint(schedule.lastRunAt()).optional(schedule.expression(), BareWriter::str)
            .optional(schedule.timezone(), BareWriter::str).optionalUint(schedule.intervalMs()).optionalUint(schedule.maxHistory());
    }

    static InspectorMessage.ScheduleFire fire(BareReader in) {
        return new InspectorMessage.ScheduleFire(in.str(), in.uint(), in.uint(), in.optionalUint(), in.str(),
            in.optional(error -> new InspectorMessage.FireError(error.str(), error.str(), error.str(), error.optional(BareReader::data))));
    }

    static void fire(BareWriter out, InspectorMessage.ScheduleFire fire) {
        out.str(fire.action()).uint(fire.scheduledAt()).uint(fire.firedAt()).optionalUint(fire.finishedAt()).str(fire.result())
            .optional(fire.error(), (to, error) -> to.str(error.group()).str(error.code()).str(error.message())
                .optional(error.metadata(), BareWriter::data));
    }
}
