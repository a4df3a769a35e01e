package rivet.test.driver;


import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** What the actors with variables have in common besides: a state and connections with one. */
abstract class VarActor extends Actor<VarActor.State> {

    /** A value. */
    @ImmutableState
    public record State(long value) {}

    /** The state of a connection. */
    @ImmutableState
    public record Greeting(String hello) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Greeting("world");
    }
}
