package rivet.test.sim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Loads the runtime with its monitors replaced by simulated ones, and with {@link Points} wherever one of its threads could be overtaken by another with effect: before a
 * monitor is taken and after it is given back, before a volatile field is used and before a call into {@code java.util.concurrent}.
 */
final class Weaving extends ClassLoader {

    private static final String OURS = "rivet.";
    private static final String RUNTIME = "rivet.runtime.";
    /** A copy of it logs to the trace, whatever the rest of the process logs to. */
    private static final String LOGGING = "org.slf4j.";
    private static final String PROVIDER = "slf4j.provider";
    private static final String SIMULATION = Weaving.class.getPackageName() + ".";
    /** What both sides of this loader talk in. */
    private static final Set<String> SHARED = Set.of(Simulator.class.getName(), Outcome.class.getName(), Failure.class.getName());

    private static final ClassDesc POINTS = ClassDesc.of(SIMULATION + "Points");
    private static final MethodTypeDesc ON_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

    private static final Set<String> MAPPINGS = Set.of("compute", "computeIfAbsent", "computeIfPresent", "merge");

    private final ClassFile files;
    private final Map<String, Set<String>> volatiles = new HashMap<>();

    private Weaving(ClassLoader parent) {
        super(parent);
        files = ClassFile.of(ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(parent).orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** Returns simulations of the runtime as it is on the class path. */
    static Simulator simulator() {
        String before = System.getProperty(PROVIDER);
        try {
            System.setProperty("slf4j.internal.verbosity", "WARN");
            System.setProperty(PROVIDER, TraceLogging.class.getName());
            Weaving loader = new Weaving(Weaving.class.getClassLoader());
            Class.forName("org.slf4j.LoggerFactory", true, loader).getMethod("getILoggerFactory").invoke(null);
            return (Simulator) loader.loadClass(SIMULATION + "Simulation").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } finally {
            if (before == null) {
                System.clearProperty(PROVIDER);
            } else {
                System.setProperty(PROVIDER, before);
            }
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean woven = name.startsWith(RUNTIME);
        if (!name.startsWith(OURS) && !name.startsWith(LOGGING) || SHARED.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known == null) {
                byte[] bytes = read(name);
                bytes = woven ? weave(bytes) : bytes;
                known = defineClass(name, bytes, 0, bytes.length);
            }
            return known;
        }
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] weave(byte[] bytes) {
        ClassModel model = files.parse(bytes);
        return files.transformClass(model, (to, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                weave(to, model, method);
            } else {
                to.with(element);
            }
        });
    }

    private void weave(ClassBuilder to, ClassModel model, MethodModel method) {
        if (!method.flags().has(AccessFlag.SYNCHRONIZED)) {
            to.transformMethod(method, MethodTransform.transformingCode(this::weave));
            return;
        }
        String body = method.methodName().stringValue() + "$locked";
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        to.withMethod(body, method.methodTypeSymbol(), ClassFile.ACC_PRIVATE | (isStatic ? ClassFile.ACC_STATIC : 0), into -> method.forEach(element -> {
            if (element instanceof CodeModel code) {
                into.transformCode(code, (CodeTransform) this::weave);
            }
        }));
        to.withMethod(method.methodName(), method.methodType(), method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED,
            into -> into.withCode(code -> lockAndCall(code, model.thisClass().asSymbol(), body, method.methodTypeSymbol(), isStatic)));
    }

    private static void lockAndCall(CodeBuilder code, ClassDesc owner, String body, MethodTypeDesc type, boolean isStatic) {
        onMonitor(code, owner, isStatic, "enter");
        code.trying(attempt -> {
            if (!isStatic) {
                attempt.aload(0);
            }
            for (int i = 0; i < type.parameterCount(); i++) {
                attempt.loadLocal(TypeKind.from(type.parameterType(i)), attempt.parameterSlot(i));
            }
            if (isStatic) {
                attempt.invokestatic(owner, body, type);
            } else {
                attempt.invokespecial(owner, body, type);
            }
            onMonitor(attempt, owner, isStatic, "exit");
            attempt.return_(TypeKind.from(type.returnType()));
        }, otherwise -> otherwise.catchingAll(thrown -> {
            onMonitor(thrown, owner, isStatic, "exit");
            thrown.athrow();
        }));
    }

    private static void onMonitor(CodeBuilder code, ClassDesc owner, boolean isStatic, String what) {
        if (isStatic) {
            code.loadConstant(owner);
        } else {
            code.aload(0);
        }
        code.invokestatic(POINTS, what, ON_OBJECT);
    }

    private void weave(CodeBuilder code, CodeElement element) {
        switch (element) {
            case MonitorInstruction monitor -> code.invokestatic(POINTS, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit", ON_OBJECT);
            case FieldInstruction field when isVolatile(field) -> code.invokestatic(POINTS, "pause", NOTHING).with(field);
            case InvokeInstruction call when isMapping(call) -> code.invokestatic(POINTS, "pause", NOTHING).invokestatic(POINTS, "hold", NOTHING).with(call)
                .invokestatic(POINTS, "release", NOTHING);
            case InvokeInstruction call when call.owner().asInternalName().startsWith("java/util/concurrent/") -> code.invokestatic(POINTS, "pause", NOTHING).with(call);
            default -> code.with(element);
        }
    }

    /** Returns whether a concurrent map may call back, holding a monitor of its own. */
    private static boolean isMapping(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        return (owner.equals("java/util/Map") || owner.startsWith("java/util/concurrent/Concurrent")) && MAPPINGS.contains(call.name().stringValue());
    }

    private boolean isVolatile(FieldInstruction field) {
        String owner = field.owner().asInternalName().replace('/', '.');
        return owner.startsWith(RUNTIME) && volatiles.computeIfAbsent(owner, this::readVolatiles).contains(field.name().stringValue());
    }

    private Set<String> readVolatiles(String type) {
        Set<String> names = new HashSet<>();
        try {
            for (FieldModel field : files.parse(read(type)).fields()) {
                if (field.flags().has(AccessFlag.VOLATILE)) {
                    names.add(field.fieldName().stringValue());
                }
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }
}
