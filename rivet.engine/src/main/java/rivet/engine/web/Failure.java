package rivet.engine.web;

import rivet.error.RivetException;

/** An error of the API that the catalogue does not have, with its status. */
public final class Failure extends RivetException {

    private static final long serialVersionUID = 1L;

    private Failure(String group, String code, String message, int status) {
        super(group, code, message, true, status, null, null, null);
    }

    /** A path that exists was asked for in a way that does not: {@code api.method_not_allowed}, 405. */
    public static Failure methodNotAllowed(String method) {
        return new Failure("api", "method_not_allowed", "Method " + method + " is not allowed here.", 405);
    }

    /** A namespace cannot be created because it exists: {@code namespace.name_not_unique}, 400. */
    public static Failure nameNotUnique(String name) {
        return new Failure("namespace", "name_not_unique", "Namespace '" + name + "' exists already.", 400);
    }
}
