package rivet.inspector.page;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.inspect.ActorTransfers;

/** Actors that leave as a file, and come as one: {@code GET actors/ID/export}, and {@code POST import} with the file as its body. */
final class Transfers {

    private final ActorTransfers transfers;

    Transfers(ActorTransfers transfers) {
        this.transfers = transfers;
    }

    static boolean isExport(Call call) {
        return call.method().equals("GET") && call.path().size() == 3 && call.path().getFirst().equals("actors") && call.path().getLast().equals("export");
    }

    static boolean isImport(Call call) {
        return call.method().equals("POST") && call.path().equals(List.of("import"));
    }

    void leave(Call call, HttpServletRequest request, HttpServletResponse response) {
        new ExportAnswer(response, ActorRoutes.id(call)).with(transfers, request);
    }

    /** {@code namespace} and {@code key}, its parts with commas between, say where it is to be; if they are missing, where it was. */
    CompletionStage<?> come(Call call, HttpServletRequest request) throws IOException {
        Optional<List<String>> key = call.given("key").map(text -> Arrays.stream(text.split(",")).map(String::strip).toList());
        return transfers.importFrom(request.getInputStream(), new ActorTransfers.Target(call.given("namespace"), key)).thenApply(Pictures::actor);
    }
}
