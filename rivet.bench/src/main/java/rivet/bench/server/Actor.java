package rivet.bench.server;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the fixture actors {@code counter} and {@code sqlCounter} answer, without a platform around them. */
final class Actor {

    private final String id;
    private final Store.Cell cell;
    private final Set<ActorSocket> subscribers = ConcurrentHashMap.newKeySet();

    Actor(String id, Store.Cell cell) {
        this.id = id;
        this.cell = cell;
    }

    String id() {
        return id;
    }

    long generation() {
        return cell.generation();
    }

    void subscribe(ActorSocket socket) {
        subscribers.add(socket);
    }

    void unsubscribe(ActorSocket socket) {
        subscribers.remove(socket);
    }

    /** Runs an action and returns its encoded result. */
    byte[] call(Request request, ServerCodec codec) throws SQLException {
        return switch (request.name()) {
            case "noop" -> codec.value(1);
            case "increment", "incrementSave" -> codec.value(cell.add(request.number(0)));
            case "get" -> codec.value(cell.add(0));
            case "echo" -> request.argument(0);
            case "broadcast" -> codec.value(broadcast(request.number(0), request.argument(1)));
            case "insert" -> {
                cell.insert(request.argument(0));
                yield codec.value(1);
            }
            case "select1" -> codec.value(cell.rows());
            case "goSleep" -> {
                cell.sleep();
                yield codec.value(1);
            }
            default -> throw new IllegalArgumentException("no action " + request.name());
        };
    }

    private long broadcast(long count, byte[] payload) {
        for (int i = 0; i < count; i++) {
            for (ActorSocket subscriber : subscribers) {
                subscriber.event(i, payload);
            }
        }
        return count;
    }
}
