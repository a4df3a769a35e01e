package rivet.runtime.sidecar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import rivet.error.RivetException;
import rivet.protocol.sidecar.SidecarProtocol;
import rivet.protocol.sidecar.SidecarReply;
import rivet.spi.storage.Result;

/** Makes frames of what came of requests. */
final class Replies {

    private final int maxFrameBytes;

    Replies(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    byte[] result(long id, Result result) {
        List<List<Object>> rows = new ArrayList<>(result.rows().size());
        result.rows().forEach(row -> rows.add(Arrays.asList(row)));
        byte[] frame = SidecarProtocol.encode(new SidecarReply.Result(id, result.columns(), rows, result.changes(), result.lastInsertId()));
        return frame.length <= maxFrameBytes ? frame : SidecarProtocol.encode(new SidecarReply.ResponseTooLarge(id, frame.length, maxFrameBytes));
    }

    byte[] error(long id, RivetException error) {
        return SidecarProtocol.encode(new SidecarReply.Error(id, error.group(), error.code(), String.valueOf(error.getMessage())));
    }

    byte[] done(long id) {
        return SidecarProtocol.encode(new SidecarReply.Done(id));
    }
}
