// Wave 3, actor-db 1: who has no runtime socket is told why.
import { each, rejects } from "./support.mjs";

each("actor-db 1: a runtime socket has to be asked for, and needs a database", async ({ client }) => {
    await rejects(client.dbActorRuntimeSocketDisabled.getOrCreate().getActorRuntimeSocketPath(), "actor_runtime_socket", "not_enabled");
    await rejects(client.actorRuntimeSocketWithoutDb.getOrCreate().getActorRuntimeSocketPath(), "actor_runtime_socket", "database_unavailable");
});
