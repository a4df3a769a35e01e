package rivet.test.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Variables that are changed in place and belong to one start of one actor. */
@ActorType("nestedVarActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class NestedVarActor extends VarActor {

    /** The variables. */
    public record Vars(int counter, Nested nested) {}

    /** Variables within variables. */
    public static final class Nested {

        /** A text. */
        public String value = "original";
        /** Some numbers. */
        public List<Integer> array = new ArrayList<>(List.of(1, 2, 3));
        /** Some texts by name. */
        public Map<String, String> obj = new LinkedHashMap<>(Map.of("key", "value"));
    }

    private final Vars vars = new Vars(42, new Nested());

    /** Returns the variables. */
    @Action
    public Vars getVars() {
        return vars;
    }

    /** Changes the inner variables in place and returns them all. */
    @Action
    public Vars modifyNested() {
        Nested nested = vars.nested();
        nested.value = "modified";
        nested.array.add(4);
        nested.obj.put("key", "new-value");
        return vars;
    }
}
