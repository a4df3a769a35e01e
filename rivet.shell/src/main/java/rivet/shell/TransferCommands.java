package rivet.shell;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInfo;
import rivet.inspect.ActorTransfers;
import rivet.inspect.Inspection;

/** {@code rivet:export} and {@code rivet:import}. */
@Component(service = TransferCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=export", "osgi.command.function=import" })
public final class TransferCommands {

    private final ActorTransfers transfers;
    private final Replies replies;
    private final ActorIds ids;

    @Activate
    public TransferCommands(@Reference ActorTransfers transfers, @Reference Inspection inspection, @Reference Replies replies) {
        this.transfers = transfers;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
    }

    /** Writes an actor as one file that is not there yet. */
    @Descriptor("write an actor with its database as one file, without waking it or holding it up; rivet:import [-n NAMESPACE] FILE [KEY...] makes a new actor of that")
    public String export(@Descriptor(ActorCommands.ID) String id, @Descriptor("the file, which must not be there yet") String file) {
        return replies.run(() -> {
            ActorInfo actor = ids.find(id);
            Path path = Path.of(file).toAbsolutePath();
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                exported(actor, path, out);
            } catch (FileAlreadyExistsException e) {
                throw CommandFailed.input("there is a file " + path + " already");
            } catch (NoSuchFileException e) {
                throw CommandFailed.input("there is no folder " + path.getParent());
            }
            return path + ", " + Files.size(path) + " bytes";
        });
    }

    /** Half a file is of no use to anybody. */
    private void exported(ActorInfo actor, Path path, OutputStream out) throws IOException, InterruptedException, ExecutionException {
        try {
            replies.await(transfers.exportTo(actor.id(), out));
        } catch (InterruptedException | ExecutionException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /** Makes a new actor of a file. */
    @Descriptor("make a new actor of a file that rivet:export wrote, and start it; refused if there is one of that key")
    public ActorInfo _import(
            @Descriptor("its namespace, if it is to be another one") @Parameter(names = { "-n", "--namespace" }, absentValue = "") String namespace,
            @Descriptor("the file") String file, @Descriptor("the parts of its key, if it is to be another one") String... key) {
        return replies.run(() -> {
            Path path = Path.of(file).toAbsolutePath();
            Optional<List<String>> parts = key.length == 0 ? Optional.empty() : Optional.of(List.of(key));
            try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
                return replies.await(transfers.importFrom(in, new ActorTransfers.Target(Optional.of(namespace).filter(name -> !name.isEmpty()), parts)));
            } catch (NoSuchFileException e) {
                throw CommandFailed.input("there is no file " + path);
            }
        });
    }
}
