package rivet.shell;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import rivet.inspect.ActorInspection;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.NewSchedule;
import rivet.inspect.QueueInfo;
import rivet.inspect.QueuedMessage;
import rivet.inspect.ScheduleInfo;
import rivet.inspect.StateInfo;
import rivet.inspect.TableRows;

/** An awake actor in memory: what there is to see in it is what the test put in, and what is done to it is noted. */
final class MemoryActor {

    final List<String> commands = new ArrayList<>();
    final List<ConnectionInfo> connections = new ArrayList<>();
    final List<ScheduleInfo> schedules = new ArrayList<>();
    final List<QueuedMessage> messages = new ArrayList<>();
    final List<NewSchedule> wishes = new ArrayList<>();
    TableRows rows = TableRows.NONE;

    /** Returns it as it is inspected. */
    ActorInspection inspection() {
        InvocationHandler handler = (self, method, arguments) -> CompletableFuture.completedStage(answer(method.getName(), arguments));
        return (ActorInspection) Proxy.newProxyInstance(ActorInspection.class.getClassLoader(), new Class<?>[] { ActorInspection.class }, handler);
    }

    private Object answer(String method, Object[] arguments) {
        return switch (method) {
            case "snapshot" -> new ActorSnapshot(1, new StateInfo(null, true, true), List.copyOf(connections), List.of(), messages.size(), List.copyOf(schedules));
            case "queue" -> new QueueInfo(messages.size(), 1_000, List.of(), false);
            case "messages" -> messages.stream().limit((int) arguments[0]).toList();
            case "clearQueue" -> {
                messages.clear();
                yield null;
            }
            case "send" -> {
                commands.add("send " + arguments[0] + " " + JsonText.compact(arguments[1]));
                yield new QueueInfo.Message(7, (String) arguments[0], Samples.NOON);
            }
            case "execute" -> {
                commands.add("execute " + arguments[0] + " " + arguments[1]);
                yield rows;
            }
            case "schedule" -> {
                wishes.add((NewSchedule) arguments[0]);
                yield "made";
            }
            case "cancel" -> schedules.removeIf(one -> one.id().equals(arguments[0]) && one.kind() == arguments[1]);
            case "runNow" -> commands.add("run " + arguments[0] + " " + arguments[1]);
            case "disconnect" -> connections.removeIf(one -> one.id().equals(arguments[0]));
            default -> throw new UnsupportedOperationException(method);
        };
    }
}
