package rivet.runtime.actor;

import java.time.Instant;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

import rivet.protocol.value.CborValues;
import rivet.runtime.sql.StateOverlay;

/**
 * State and connection states of a transaction that goes over await points. The values of the others are put aside while the transaction runs, and its own while they do, so nobody ever sees what
 * is not committed, and no save can take it (R-tx-23, R-state-29). Used by the thread that holds the turn.
 */
final class TransactionState implements StateOverlay {

    private final Instance instance;
    private final Optional<StateHolder> holder;
    private final byte[] base;
    private final long revision;

    private StateHolder.Face mine;
    private StateHolder.Face theirs;
    private final Optional<Instant> baseWake;
    private Optional<Instant> myWake;
    private Optional<Instant> theirWake;

    private final Map<ConnectionView, Object> baseStates = new IdentityHashMap<>();
    private final Map<ConnectionView, Object> myStates = new IdentityHashMap<>();
    private final Map<ConnectionView, Object> theirStates = new IdentityHashMap<>();
    private Map<ConnectionView, Object> touched;

    TransactionState(Instance instance) {
        this.instance = instance;
        holder = instance.definition().hasState() ? Optional.of(instance.state()) : Optional.empty();
        base = holder.map(StateHolder::encodedNow).orElse(new byte[0]);
        revision = holder.map(StateHolder::revisions).orElse(0L);
        mine = holder.map(state -> state.copy(base)).orElse(null);
        baseWake = instance.wakes().time();
        myWake = baseWake;
        enter();
    }

    @Override
    public void enter() {
        holder.ifPresent(state -> theirs = state.exchange(mine));
        for (Map.Entry<ConnectionView, Object> state : myStates.entrySet()) {
            theirStates.put(state.getKey(), state.getKey().plainState());
            state.getKey().putState(state.getValue());
        }
        theirWake = instance.wakes().time();
        instance.wakes().putBack(myWake);
        touched = instance.touches().begin();
    }

    @Override
    public void leave() {
        instance.touches().end(false);
        myWake = instance.wakes().time();
        instance.wakes().putBack(theirWake);
        holder.ifPresent(state -> mine = state.exchange(theirs));
        touched.forEach((view, before) -> {
            theirStates.putIfAbsent(view, before);
            baseStates.putIfAbsent(view, before);
        });
        theirStates.forEach((view, their) -> {
            myStates.put(view, view.plainState());
            view.putState(their);
        });
    }

    @Override
    public Optional<String> conflict() {
        if (holder.isPresent() && (holder.get().revisions() != revision || !Arrays.equals(holder.get().encodedNow(), base))) {
            return Optional.of("the state");
        }
        boolean connections = baseStates.entrySet().stream().anyMatch(state -> !same(state.getKey().plainState(), state.getValue()));
        return connections ? Optional.of("the state of a connection") : Optional.empty();
    }

    private static boolean same(Object one, Object other) {
        return Arrays.equals(CborValues.encode(one), CborValues.encode(other));
    }

    @Override
    public Optional<byte[]> state() {
        return holder.map(state -> state.encode(mine)).filter(bytes -> !Arrays.equals(bytes, base));
    }

    @Override
    public void install() {
        state().ifPresent(bytes -> holder.orElseThrow().install(mine, bytes));
        myStates.forEach(ConnectionView::putState);
        if (!myWake.equals(baseWake)) {
            instance.wakes().putBack(myWake);
        }
    }
}
