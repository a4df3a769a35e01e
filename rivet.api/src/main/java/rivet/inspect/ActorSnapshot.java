package rivet.inspect;

import java.util.List;

/**
 * An awake actor at one moment.
 *
 * @param number of two snapshots of a generation, the later one has the greater number
 * @param state its state; a value of its own, that nobody changes
 * @param connections those that have joined, by id
 * @param actions names of its actions, sorted
 * @param queueSize how many messages its queue holds, those in flight included
 * @param schedules what is scheduled, by time and id
 */
public record ActorSnapshot(long number, StateInfo state, List<ConnectionInfo> connections, List<String> actions, int queueSize, List<ScheduleInfo> schedules) {}
