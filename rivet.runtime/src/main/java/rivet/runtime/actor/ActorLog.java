package rivet.runtime.actor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/** The log of one actor: the log of its type, with the actor named before each line. */
final class ActorLog extends AbstractLogger {

    private static final long serialVersionUID = 1L;

    private final transient Logger type;
    private final String prefix;

    /** Makes a log for an actor of a type. */
    ActorLog(String typeName, String actor) {
        name = "actor." + typeName;
        type = LoggerFactory.getLogger(name);
        // placeholders in the name must not take arguments of the line
        prefix = "[" + actor.replace("{}", "{ }") + "] ";
    }

    @Override
    protected void handleNormalizedLoggingCall(Level level, Marker marker, String message, Object[] arguments, Throwable thrown) {
        LoggingEventBuilder line = type.atLevel(level).setMessage(prefix + message);
        if (marker != null) {
            line = line.addMarker(marker);
        }
        if (arguments != null) {
            for (Object argument : arguments) {
                line = line.addArgument(argument);
            }
        }
        (thrown == null ? line : line.setCause(thrown)).log();
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return ActorLog.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return type.isTraceEnabled();
    }

    @Override
    public boolean isTraceEnabled(Marker marker) {
        return type.isTraceEnabled(marker);
    }

    @Override
    public boolean isDebugEnabled() {
        return type.isDebugEnabled();
    }

    @Override
    public boolean isDebugEnabled(Marker marker) {
        return type.isDebugEnabled(marker);
    }

    @Override
    public boolean isInfoEnabled() {
        return type.isInfoEnabled();
    }

    @Override
    public boolean isInfoEnabled(Marker marker) {
        return type.isInfoEnabled(marker);
    }

    @Override
    public boolean isWarnEnabled() {
        return type.isWarnEnabled();
    }

    @Override
    public boolean isWarnEnabled(Marker marker) {
        return type.isWarnEnabled(marker);
    }

    @Override
    public boolean isErrorEnabled() {
        return type.isErrorEnabled();
    }

    @Override
    public boolean isErrorEnabled(Marker marker) {
        return type.isErrorEnabled(marker);
    }
}
